// What each table holds when so many have taken part in 120 days, as SQL. Nobody is real: what is
// random in the product is a digest of the shopper's place here. What the retention deletes sooner
// (docs/reference/personal-data.md) is there of the last days alone, and so are the consents, which
// the console finds by a device's registrations and sessions. The ledger stays empty: of it the
// last
// entry is read.

export const programmeDays = 120;

/** One insert of rows in the order of time; `rows` of the table are replaced by it. */
export type Shape = { table: string; insert: string };

type Sizes = {
  shoppers: number;
  /** The vouchers of the newest ones are held in the review, so that `deliver` lets them be. */
  owed: number;
  /** Codes that nobody has, in batches; too old to be given, so that the journeys get real ones. */
  free: number;
  audits: number;
  /** People whom a rule of the review has noticed, beside those whose voucher is held. */
  noticed: number;
};

export function sizesOf(shoppers: number): Sizes {
  const part = (share: number, least: number) => Math.max(least, Math.round(shoppers * share));
  return {
    shoppers,
    owed: part(0.003, 300),
    free: part(0.2, 1000),
    audits: part(0.02, 1000),
    noticed: part(0.02, 1000),
  };
}

const campaign = `'biscuit-2025'`;
const pseudonymOf = (place: string) => `decode(md5(${place}::text), 'hex')`;
const messageId = (place: string) =>
  `('01900000-0000-7000-8000-' || lpad(to_hex(${place}), 12, '0'))::uuid`;
/** Bytes that nobody can open. */
const sealed = (bytes: number) => `substr(mobile_index || mobile_index, 1, ${bytes})`;
/** From 0 to 999, another one for each use. */
const dice = (factor: number) => `(place * ${factor} % 1000)`;

const states = [
  'Andhra Pradesh|Assam|Bihar|Chhattisgarh|Delhi|Gujarat|Haryana|Jharkhand|Karnataka|Kerala',
  'Madhya Pradesh|Maharashtra|Odisha|Punjab|Rajasthan|Tamil Nadu|Telangana|Uttar Pradesh|West Bengal',
]
  .join('|')
  .split('|');
const stateName = `(array[${states.map((name) => `'${name}'`).join(', ')}])[1 + ${dice(31)} % ${states.length}]`;
const amount = `case when ${stateName} = 'Tamil Nadu' or ${dice(13)} < 700 then 3 when ${dice(13)} < 950 then 5 else 10 end`;

/** Few reasons are frequent and some are rare, as providers give them. */
const reasonCount = 60;
const reason = `'provider error ' || floor(${reasonCount} * power((place * 104729 % 10007) / 10007.0, 3))`;
export const noReceipt = 'no receipt';
export const frequentReason = 'provider error 0';
export const rareReason = `provider error ${reasonCount - 1}`;

const isHeldForLong = 'place % 20000 = 7';

/** 30 of 1000 failed; of 30 no receipt came; one of 20,000 has been owed for long. */
const voucherState = ({ shoppers, owed }: Sizes) => `
  case when place > ${shoppers - owed} then case when ${dice(7919)} < 10 then 'assigned' else 'owed' end
    when ${isHeldForLong} then 'owed' when ${dice(7919)} < 30 then 'failed'
    when ${dice(7919)} < 60 then 'sent' when ${dice(7919)} < 62 then 'settled' else 'delivered' end`;

const shopperTable = 'public.bench_shopper';

/** What the inserts below have in common is computed once. @param until as of `shapesOf` */
export function shopperStatements(sizes: Sizes, until: string): { before: string; after: string } {
  const { shoppers } = sizes;
  return {
    before: `create unlogged table ${shopperTable} as
      select place, ${atOf(sizes, until)} as at, ${pseudonymOf('place')} as pseudonym,
        sha256(place::text::bytea) as mobile_index, md5('d' || place) as device,
        ${stateName} as state, ${stateName} = 'Tamil Nadu' as is_fixed, ${amount} as amount,
        ${voucherState(sizes)} as voucher_state
      from generate_series(1::bigint, ${shoppers}) as place;
      create index on ${shopperTable} using brin (place); analyze ${shopperTable}`,
    after: `drop table ${shopperTable}`,
  };
}

const atOf = ({ shoppers }: Sizes, until: string) =>
  `timestamptz '${until}' - (${shoppers} - place) * interval '${(programmeDays * 86_400_000) / shoppers} ms'`;

/** @param until when the newest one came, ISO */
export const shapesOf = (sizes: Sizes, until: string): Shape[] => [
  ...voucherShapes(sizes, until),
  ...peopleShapes,
  ...recentShapes(sizes),
  ...smallShapes(sizes, until),
];

const everybody = `from ${shopperTable}`;

function voucherShapes({ shoppers, owed, free }: Sizes, until: string): Shape[] {
  return [
    {
      table: 'message',
      insert: `insert into inaam.message (id, campaign, kind, state, pseudonym, user_key, mobile_index, code_hash,
         owed_at, sent_at, ended_at, reason, path, tries)
       select ${messageId('place * 2 + isvoucher::integer')}, ${campaign}, case when isVoucher then 'voucher' else 'otp' end,
         fate.state, case when isVoucher then pseudonym end, case when not isVoucher then device end,
         case when not isVoucher then mobile_index end, case when not isVoucher then mobile_index end,
         at, case when not is_waiting then at + ${dice(17)} * interval '7 ms' end,
         case when fate.state in ('delivered', 'failed', 'settled') then at + ${dice(19)} * interval '40 ms' end,
         case when isVoucher and fate.state = 'failed' then ${reason}
              when isVoucher and fate.state = 'sent' then '${noReceipt}' end,
         case when not is_waiting then 'main' end, 1
       ${everybody}
       cross join (values (false), (true)) as kinds (isVoucher)
       cross join lateral (
         select case when isVoucher then voucher_state when ${dice(23)} < 900 then 'delivered' else 'sent' end as state) as fate
       cross join lateral (select fate.state in ('owed', 'assigned') as is_waiting) as waiting`,
    },
    {
      table: 'delivery',
      insert: `insert into inaam.delivery (number, message_id, at, outcome, path) overriding system value
       select place * 2 + kind, ${messageId('place * 2 + kind')}, at, 'accepted', 'main'
       ${everybody} cross join (values (0), (1)) as message (kind)
       where kind = 0 or place <= ${shoppers - owed}`,
    },
    {
      table: 'voucher',
      insert: `insert into inaam.voucher (campaign, code_index, code_sealed, amount, loaded_at, pseudonym, assigned_at,
         batch, expires_on, end_index)
       select ${campaign}, sha256(('v' || place)::bytea), ${sealed(48)}, amount, at, pseudonym, at,
         1000 + place / 50000, (at + interval '400 days')::date, substr(mobile_index, 9, 16)
       ${everybody} where voucher_state <> 'owed'
       union all
       select ${campaign}, sha256(('f' || place)::bytea), ${sealed(48)}, amount, timestamptz '${until}', null, null,
         900000 + place / 50000, (timestamptz '${until}' - interval '200 days')::date, substr(mobile_index, 3, 16)
       ${everybody} where place <= ${free}`,
    },
  ];
}

const peopleShapes: readonly Shape[] = [
  {
    table: 'visit',
    insert: `insert into inaam.visit (campaign, user_key, at, query, ip_info)
       select ${campaign}, device, at - interval '1 minute', ('{"utm_source": "qrcode", "utm_medium": "pack", "utm_campaign": "'
         || case when ${dice(41)} < 950 then 'pack-' || ${dice(43)} % 12 else 'shop-' || place % 5000 end || '"}')::jsonb,
         '{"country": "IN", "regionName": "Karnataka", "city": "Bengaluru"}'
       ${everybody} cross join (values (1), (2)) as visit (time) where time = 1 or place % 10 < 3`,
  },
  {
    table: 'participant',
    insert: `insert into inaam.participant (campaign, pseudonym, mobile_index, state, verified_at, promise, draw_number, promised_pool)
       select ${campaign}, pseudonym, mobile_index, state, at, case when is_fixed then 'fixed' else 'chance' end,
         case when not is_fixed then 4000000000 + place end, case when is_fixed then 'fixed:Tamil Nadu:3' end ${everybody}`,
  },
  {
    table: 'reward',
    insert: `insert into inaam.reward (campaign, pseudonym, amount, kind, draw_number, block, granted_at, day, pool)
       select ${campaign}, pseudonym, amount, case when is_fixed then 'fixed' else 'chance' end,
         case when not is_fixed then 4000000000 + place end, case when not is_fixed then 0 end, at, at::date,
         case when is_fixed then 'fixed:Tamil Nadu:3' else 'chance:' || amount end ${everybody}`,
  },
  {
    table: 'personal_data',
    insert: `insert into inaam.personal_data (campaign, pseudonym, mobile_sealed, name_sealed, created_at)
       select ${campaign}, pseudonym, ${sealed(40)}, ${sealed(46)}, at ${everybody} where place % 500 <> 1`,
  },
  {
    table: 'mobile_limits',
    insert: `insert into inaam.mobile_limits (campaign, mobile_index, sends, tries)
       select ${campaign}, mobile_index, array[at], array[at] ${everybody}`,
  },
];

function recentShapes({ shoppers }: Sizes): Shape[] {
  const ofLast = (days: number) =>
    `from ${shopperTable} where place > ${shoppers - Math.ceil((shoppers * days) / programmeDays)}`;
  return [
    {
      table: 'consent',
      insert: `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
       select ${campaign}, device, place, 'YES', '${'0123456789abcdef'.repeat(4)}', at ${ofLast(8)}`,
    },
    {
      table: 'device_limits',
      insert: `insert into inaam.device_limits (campaign, user_key, sends, tries, created_at)
       select ${campaign}, device, array[at], array[at], at ${ofLast(30)}`,
    },
    {
      table: 'challenge',
      insert: `insert into inaam.challenge (campaign, user_key, mobile_index, requested_t, registered_at, code_hash, code_at,
         code_expires_at, code_used_at, tries)
       select ${campaign}, device, mobile_index, place, at, mobile_index, at, at + interval '10 minutes', at, 1 ${ofLast(7)}`,
    },
    {
      table: 'token',
      insert: `insert into inaam.token (campaign, token_hash, pseudonym, user_key, created_at, expires_at)
       select ${campaign}, mobile_index, pseudonym, device, at, at + interval '1 day' ${ofLast(8)}`,
    },
    {
      table: 'review_trace',
      insert: `insert into inaam.review_trace (campaign, rule, source, at, pseudonym)
       select ${campaign}, rule, substr(mobile_index, 5, 16), at, pseudonym
       from unnest(array['device', 'network', 'block']) as rule cross join (select * ${ofLast(8)}) as shopper`,
    },
  ];
}

const reviewRules = `(array['device', 'network', 'block', 'guesses'])`;

function smallShapes(sizes: Sizes, until: string): Shape[] {
  const { shoppers, owed, audits, noticed } = sizes;
  const at = atOf(sizes, until);
  const pseudonym = pseudonymOf('place');
  const spread = (count: number) =>
    `timestamptz '${until}' - (${count} - number) * interval '${(programmeDays * 86_400_000) / count} ms'`;
  /** Of the last 60 days, each once: the factor is a prime. The first 4,000 are in two clusters. */
  const before = `(select number, ${shoppers - owed} - number * 1000003 % ${Math.floor(shoppers / 2) - owed} as place,
    case when number <= 4000 then number % 2 else 1 + number / 5 end as cluster from generate_series(1::bigint, ${noticed}) as number)`;
  const waiting = `(select place, 5000000 + place / 200 as cluster
    from generate_series(${shoppers - owed + 1}::bigint, ${shoppers}) as place)`;
  const members = `(select place, cluster, 1 + cluster % 4 as rule from ${before} as noticed
    union all select place, cluster, 1 from ${waiting} as waiting) as member`;
  return [
    {
      table: 'review_member',
      insert: `insert into inaam.review_member (campaign, pseudonym, rule, cluster, at, in_hour, in_day, in_week)
       select ${campaign}, ${pseudonym}, ${reviewRules}[rule], cluster, ${at}, 3, 4 + place % 5, 9 from ${members}`,
    },
    {
      table: 'review_cluster',
      insert: `insert into inaam.review_cluster (number, campaign, rule, source, last_at, in_hour, in_day, in_week)
       overriding system value
       select cluster, ${campaign}, ${reviewRules}[rule], decode(md5(cluster::text), 'hex'), max(${at}), 3, 4 + cluster % 5, 9
       from ${members} group by cluster, rule`,
    },
    {
      table: 'review_hold',
      insert: `insert into inaam.review_hold (campaign, pseudonym, state, at, decided_by, why)
       select ${campaign}, ${pseudonym}, 'held', ${at}, 'rule device', 'many numbers'
       from generate_series(1::bigint, ${shoppers}) as place where place > ${shoppers - owed} or ${isHeldForLong}`,
    },
    {
      table: 'audit',
      insert: `insert into inaam.audit (at, operator, command, why, campaign, details)
       select ${spread(audits)}, 'Colleague ' || number * 7 % 40,
         (array['console person find', 'console sign-in', 'console deliveries resend', 'console review hold',
           'console review release', 'number erase', 'console person resend'])[1 + number * 11 % 7],
         'ticket ' || number, ${campaign}, jsonb_build_object('number', encode(sha256(number::text::bytea), 'hex'))
       from generate_series(1::bigint, ${audits}) as number`,
    },
    {
      table: 'voucher_batch',
      insert: `insert into inaam.voucher_batch (number, campaign, loaded_at, codes) overriding system value
       select batch, ${campaign}, min(loaded_at), count(*) from inaam.voucher where batch >= 1000 group by batch`,
    },
    {
      table: 'review_rule',
      insert: `insert into inaam.review_rule (campaign, rule, mode, threshold, window_hours) values
       (${campaign}, 'device', 'hold', 4, 24), (${campaign}, 'network', 'watch', 4, 24),
       (${campaign}, 'block', 'watch', 4, 24), (${campaign}, 'guesses', 'watch', 4, 168)`,
    },
  ];
}
