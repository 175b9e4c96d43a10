create index concurrently delivery_by_transaction on inaam.delivery (written) where written is not null;
