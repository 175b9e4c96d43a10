create index concurrently message_due on inaam.message (campaign, kind, priority, due_at)
  where state in ('owed', 'assigned');
