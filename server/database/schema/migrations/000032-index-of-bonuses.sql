create unique index concurrently one_bonus_per_participation on inaam.participant (campaign, bonus_of)
  where bonus_of is not null;
