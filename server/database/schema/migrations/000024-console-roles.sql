-- What a person of the console may do in further campaigns of the same database. The role in the
-- campaign that the account was made for is in `console_account`.
create table inaam.console_role (
  account uuid not null references inaam.console_account,
  campaign text not null,
  role text not null check (role in ('viewer', 'support', 'manager', 'auditor')),
  created_at timestamptz not null,
  primary key (account, campaign)
);
create index console_role_of_campaign on inaam.console_role (campaign);
