-- A connection keeps a plan that it made while a table was empty. If a vacuum has recorded that it
-- is empty, every index that begins with the campaign costs the same, and the newest one wins: a
-- lookup by pseudonym then read all draw numbers. An index with a condition can be used only by a
-- lookup that implies it.

alter table inaam.reward drop constraint reward_campaign_draw_number_key;
create unique index one_reward_per_draw_number on inaam.reward (campaign, draw_number)
  where draw_number is not null;

alter table inaam.participant drop constraint participant_campaign_draw_number_key;
create unique index one_participant_per_draw_number on inaam.participant (campaign, draw_number)
  where draw_number is not null;

alter table inaam.participant drop constraint participant_campaign_mobile_index_key;
create unique index one_participant_per_mobile on inaam.participant (campaign, mobile_index)
  where mobile_index is not null;
