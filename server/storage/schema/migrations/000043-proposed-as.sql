-- Who proposed a refusal, as the company's provider of single sign-on knows them: keyed hashes, as
-- in `console_identity`. The account may be closed, and the same person invited under another name,
-- before the refusal is confirmed. Null where nothing is proposed.
alter table inaam.review_hold add column proposed_as bytea[];
