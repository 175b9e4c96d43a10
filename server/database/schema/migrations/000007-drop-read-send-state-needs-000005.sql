-- `read_send_counters` has taken its place.
drop function if exists inaam.read_send_state(text, text[], bytea);
-- functions: 97119f3b7eeec168
