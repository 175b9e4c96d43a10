create index concurrently message_by_transaction on inaam.message (written) where written is not null;
