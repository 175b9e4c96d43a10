-- An erasure locks the messages of a number in the order of their ids. Where nothing may be sorted,
-- it read all messages by their key instead.
create index concurrently message_by_mobile_and_id on inaam.message (mobile_index, id)
  where mobile_index is not null;
