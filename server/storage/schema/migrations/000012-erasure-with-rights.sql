-- Erasure deletes what no caller may delete: it acts as the owner of the tables, and only for those
-- who may call it (server/storage/schema/roles.ts).
alter function inaam.erase_number(text, bytea, timestamptz, boolean) security definer;
alter function inaam.erase_number(text, bytea, timestamptz, boolean) set search_path = pg_catalog, pg_temp;
