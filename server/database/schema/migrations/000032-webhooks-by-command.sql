-- Whether events are recorded is what `webhooks on` and `webhooks off` say: while there is a row.
-- `deliver` notes the host of its receiver in it; until then it is empty.
alter table inaam.webhook alter column host set default '';
