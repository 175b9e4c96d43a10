-- A batch and its codes are stored by one statement, and no program may delete a batch. Looking the
-- batch up for each code was a third of the time of storing a million.
alter table inaam.voucher drop constraint if exists voucher_batch_fkey;
