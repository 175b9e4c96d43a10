-- Triggers note each fact, from the first one on: nothing is left to be counted.
drop table if exists inaam.rollup_baseline;
