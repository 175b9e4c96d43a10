-- 000016 has it, with the id.
drop index concurrently if exists inaam.message_by_mobile;
