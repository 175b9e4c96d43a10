-- The condition is not that of `message_undone`, so that nobody who looks for what is due reads what
-- is owed in the order of its age.
create index concurrently message_due on inaam.message (campaign, kind, priority, due_at)
  where state not in ('sent', 'delivered', 'failed', 'lapsed', 'settled');
