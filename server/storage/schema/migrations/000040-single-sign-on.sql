-- Who of the company's provider is which account of the console (docs/decisions/0036). The provider
-- and its subject are a keyed hash: who reads this table learns nobody's identity elsewhere.
create table inaam.console_identity (
  identity bytea primary key check (octet_length(identity) = 32),
  account uuid not null references inaam.console_account,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index console_identity_of_account on inaam.console_identity (account);

-- What the provider must say of whoever uses the link: an HMAC whose key is the link's token, which
-- is stored nowhere. Null: whoever has the link is let in, also with a passkey.
alter table inaam.console_invitation add column expects bytea;
