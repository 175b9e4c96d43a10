-- Which e-mail about the campaign went to whom.
create table inaam.alert_mail (
  campaign text not null,
  number bigint generated always as identity primary key,
  at timestamptz not null,
  -- Of the recipient, as it was then. No address.
  name text not null,
  kind text not null,
  event text not null,
  -- What it was about, in a line.
  text text not null,
  -- Why it was refused; null: the mail server took it.
  refused text
);
create index alert_mail_by_campaign on inaam.alert_mail (campaign, at);
