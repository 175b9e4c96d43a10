-- The newest messages that failed, codes as well, without reading all that were ever sent.
create index concurrently message_failed_by_end on inaam.message (campaign, ended_at desc nulls last, id desc)
  where state = 'failed';
