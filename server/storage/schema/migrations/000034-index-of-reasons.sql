-- Which vouchers failed, or have no receipt, for a reason: some are sent again by it.
create index concurrently message_by_reason on inaam.message (campaign, reason, owed_at)
  where kind = 'voucher' and state in ('failed', 'sent') and reason is not null;
