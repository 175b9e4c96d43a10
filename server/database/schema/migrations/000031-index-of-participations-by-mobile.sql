-- In place of `one_participant_per_mobile`, with a condition for the same reason. Of bonuses too, so
-- that a look-up by number finds all of its participations with this index.
create unique index concurrently one_participant_per_claim on inaam.participant (campaign, mobile_index, claim, bonus_of)
  nulls not distinct where mobile_index is not null;
