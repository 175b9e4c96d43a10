create index concurrently visit_by_transaction on inaam.visit (written) where written is not null;
