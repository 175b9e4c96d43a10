-- `one_participant_per_claim` holds for programs of the version before too: all that they write is
-- the first participation of a number.
drop index concurrently if exists inaam.one_participant_per_mobile;
