-- 000016 has it, with the id.
drop index inaam.message_by_mobile;
