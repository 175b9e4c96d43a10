-- From here on facts say which transaction wrote them, and are counted from that. Who inserts now
-- has not inserted yet: dropping a trigger waits for all that have.
drop trigger if exists visits_are_counted on inaam.visit;
drop trigger if exists verified_are_counted on inaam.participant;
drop trigger if exists rewards_are_counted on inaam.reward;
drop trigger if exists new_messages_are_counted on inaam.message;
drop trigger if exists message_changes_are_counted on inaam.message;
drop trigger if exists attempts_are_counted on inaam.delivery;
drop trigger if exists new_vouchers_are_counted on inaam.voucher;
drop trigger if exists voucher_changes_are_counted on inaam.voucher;
alter table inaam.visit alter column written set default pg_current_xact_id();
alter table inaam.message alter column written set default pg_current_xact_id();
alter table inaam.delivery alter column written set default pg_current_xact_id();
-- Nothing is visible in this snapshot: all that has a transaction is to be counted.
insert into inaam.figure_progress (campaign, counted, counted_at, ledger)
select campaign, '1:1:', now(), next_ledger from inaam.head;
drop function if exists inaam.count_visits();
drop function if exists inaam.count_verified();
drop function if exists inaam.count_rewards();
drop function if exists inaam.count_new_messages();
drop function if exists inaam.count_message_changes();
drop function if exists inaam.count_attempts();
drop function if exists inaam.count_new_vouchers();
drop function if exists inaam.count_voucher_changes();
-- functions: 43d4a18272d4afa1
