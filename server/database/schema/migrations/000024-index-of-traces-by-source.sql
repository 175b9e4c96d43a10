-- With a condition that only a look-up by source implies: in a table that a vacuum has recorded as
-- empty, a look-up by person read all traces of the campaign from this index.
create index concurrently review_trace_of_source on inaam.review_trace (campaign, rule, source, at) where source is not null;
