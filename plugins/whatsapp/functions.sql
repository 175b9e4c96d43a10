-- A choice ends with what it belongs to. A person who is erased, or withdraws, is forgotten on every device.
create or replace function inaam.forget_whatsapp() returns trigger language plpgsql
as $$
begin
  delete from inaam.whatsapp_opt_in using gone
  join inaam.participation using (campaign, pseudonym)
  where whatsapp_opt_in.mobile_index = participation.mobile_index
    and whatsapp_opt_in.campaign = participation.campaign;
  return null;
end
$$;
create or replace trigger whatsapp_is_forgotten after delete on inaam.personal_data
  referencing old table as gone
  for each statement execute function inaam.forget_whatsapp();
create or replace trigger whatsapp_is_withdrawn after insert on inaam.withdrawal
  referencing new table as gone
  for each statement execute function inaam.forget_whatsapp();

-- The registration of a number that nobody has proven.
create or replace function inaam.forget_unproven_whatsapp() returns trigger language plpgsql
as $$
begin
  delete from inaam.whatsapp_opt_in using gone
  where whatsapp_opt_in.campaign = gone.campaign and whatsapp_opt_in.user_key = gone.user_key
    and whatsapp_opt_in.mobile_index = gone.mobile_index and whatsapp_opt_in.verified_at is null;
  return null;
end
$$;
create or replace trigger unproven_whatsapp_is_forgotten after delete on inaam.code_request
  referencing old table as gone
  for each statement execute function inaam.forget_unproven_whatsapp();
