-- Codes counted by window, and proofs of work that were used (docs/decisions/0019).
--
-- `counter` names what is counted: of addresses and blocks of numbers a keyed hash, so that neither
-- is stored. Rows are written at the end of a batch, ordered by their names, after the rows of
-- devices, mobiles and challenges are locked: what a whole campaign shares is held only until the
-- commit, and never waits for anything else. `most` is the hard ceiling: a batch that another
-- process has outrun fails, is read again, and is refused by the rule.
create table inaam.send_counter (
  campaign text not null,
  counter text not null,
  started_at timestamptz not null,
  -- When neither this window nor the next one looks at it any more.
  expires_at timestamptz not null,
  count integer not null check (count >= 0),
  count_before integer not null default 0 check (count_before >= 0),
  most integer,
  primary key (campaign, counter),
  constraint codes_within_the_rupees check (count <= most)
);
create index send_counter_by_expiry on inaam.send_counter (expires_at, campaign);

create table inaam.used_proof (
  campaign text not null,
  proof bytea not null check (octet_length(proof) = 32),
  expires_at timestamptz not null,
  primary key (campaign, proof)
);
create index used_proof_by_expiry on inaam.used_proof (expires_at, campaign);

-- What a code request costs: called for each device after its rows are locked, and sees what was
-- committed while it waited for them. A proof is of one device, so nobody else can use it meanwhile.
create function inaam.read_send_state(campaign_id text, counters text[], proof_id bytea)
returns json
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return json_build_object(
    'isProofUsed', exists (
      select from inaam.used_proof where campaign = campaign_id and proof = proof_id),
    'counters', (
      select json_agg(json_build_object(
        'name', asked.name, 'startedAt', round(extract(epoch from started_at) * 1000)::bigint,
        'count', count, 'countBefore', count_before))
      from unnest(counters) as asked (name)
      cross join lateral (
        select started_at, count, count_before from inaam.send_counter
        where campaign = campaign_id and counter = asked.name limit 1) as stored));
end
$$;
