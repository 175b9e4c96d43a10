-- The first visit of a device says where it comes from.
create index concurrently visit_by_device on inaam.visit (campaign, user_key, at);
