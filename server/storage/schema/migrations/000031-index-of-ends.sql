create index concurrently voucher_by_end on inaam.voucher (campaign, end_index)
  where pseudonym is not null and end_index is not null;
