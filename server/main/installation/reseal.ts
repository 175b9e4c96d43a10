// Encrypts everything again with the newest key, while the product is running.
import {
  sealContexts,
  sealer,
  type SealKeys,
  type Sealer,
  voucherSealer,
} from '../../platform/seal.ts';
import type { Database } from '../../database/database.ts';
import {
  countBySealKey,
  countPages,
  replaceSealedValues,
  type SealedTable,
} from '../../participants/sealed-values.sql.ts';

export type RingName = 'SEAL_KEYS' | 'VOUCHER_SEAL_KEYS';
export type Rings = Readonly<Record<RingName, SealKeys>>;

type Key = Readonly<Record<string, string | Buffer | null>>;
type Column = { ring: RingName; context: (key: Key) => string };

const part = (key: Key, name: string) => key[name] ?? '';
const ofChallenge = (
  context: (user: string | Buffer, mobile: string | Buffer) => string,
): Column => ({
  ring: 'SEAL_KEYS',
  context: (key) => context(part(key, 'user_key'), part(key, 'mobile_index')),
});
const ofPerson = (context: (pseudonym: string | Buffer) => string): Column => ({
  ring: 'SEAL_KEYS',
  context: (key) => context(part(key, 'pseudonym')),
});

type Table = {
  table: SealedTable['table'];
  key: readonly string[];
  columns: Readonly<Record<string, Column>>;
};

const tables: readonly Table[] = [
  {
    table: 'personal_data',
    key: ['pseudonym'],
    columns: {
      mobile_sealed: ofPerson(sealContexts.personalDataMobile),
      name_sealed: ofPerson(sealContexts.personalDataName),
      details_sealed: ofPerson(sealContexts.personalDataDetails),
    },
  },
  {
    table: 'challenge',
    key: ['user_key', 'mobile_index'],
    columns: {
      mobile_sealed: ofChallenge(sealContexts.challengeMobile),
      registration_sealed: ofChallenge(sealContexts.challengeRegistration),
      code_sealed: ofChallenge(sealContexts.challengeCode),
    },
  },
  {
    table: 'mailbox',
    key: ['message_id'],
    columns: {
      mobile_sealed: {
        ring: 'SEAL_KEYS',
        context: (key) => sealContexts.mailboxMobile(part(key, 'message_id')),
      },
      text_sealed: {
        ring: 'VOUCHER_SEAL_KEYS',
        context: (key) => sealContexts.mailboxText(part(key, 'message_id')),
      },
    },
  },
  {
    table: 'voucher',
    key: ['code_index'],
    columns: {
      code_sealed: {
        ring: 'VOUCHER_SEAL_KEYS',
        context: (key) => sealContexts.voucherCode(part(key, 'code_index')),
      },
    },
  },
  {
    table: 'alert_recipient',
    key: ['id'],
    columns: {
      target_sealed: {
        ring: 'SEAL_KEYS',
        context: (key) => sealContexts.alertTarget(part(key, 'id')),
      },
    },
  },
];

type Options = {
  database: Database;
  campaign: string;
  rings: Rings;
  onProgress: (table: string, percent: number, rows: number) => void;
};

/** @returns how many rows were encrypted again */
export async function resealAll(options: Options): Promise<number> {
  let rows = 0;
  for (const table of tables) rows += await resealTable(table, options);
  return rows;
}

async function resealTable(
  { table, key, columns }: Table,
  { database, campaign, rings, onProgress }: Options,
): Promise<number> {
  const sealers: Readonly<Record<RingName, Sealer>> = {
    SEAL_KEYS: sealer(rings.SEAL_KEYS),
    VOUCHER_SEAL_KEYS: voucherSealer(rings.VOUCHER_SEAL_KEYS, 'VOUCHER_SEAL_KEYS'),
  };
  const newest = Object.entries(columns).map(([name, { ring }]): [string, number] => [
    name,
    rings[ring][0]?.id ?? 0,
  ]);
  const sealed = { table, key, columns: Object.fromEntries(newest) };
  // Rows that are added meanwhile come from programs that have the new key.
  const pages = await countPages(database, sealed);
  let rows = 0;
  for (let page = 0; page < pages;) {
    const step = await replaceSealedValues(database, campaign, sealed, page, (name, value, row) => {
      const column = columns[name];
      if (!column) return value;
      const ring = sealers[column.ring];
      const context = column.context(row);
      return ring.seal(ring.open(value, context), context);
    });
    rows += step.replaced;
    page = step.nextPage;
    onProgress(table, Math.min(100, Math.floor((page / pages) * 100)), rows);
  }
  return rows;
}

export type KeyUse = { ring: RingName; key: number; values: number };

/** How many values each key of both rings has encrypted; a key with 0 can be removed. */
export async function countKeyUse({
  database,
  campaign,
  rings,
}: Pick<Options, 'database' | 'campaign' | 'rings'>): Promise<KeyUse[]> {
  const uses = new Map<string, KeyUse>();
  const add = (ring: RingName, key: number, values: number) => {
    const before = uses.get(`${ring} ${key}`)?.values ?? 0;
    uses.set(`${ring} ${key}`, { ring, key, values: before + values });
  };
  for (const [ring, keys] of [
    ['SEAL_KEYS', rings.SEAL_KEYS],
    ['VOUCHER_SEAL_KEYS', rings.VOUCHER_SEAL_KEYS],
  ] as const) {
    for (const { id } of keys) add(ring, id, 0);
  }
  const sealed = tables.flatMap(({ table, columns }) =>
    Object.entries(columns).map(([column, { ring }]) => ({ table, column, ring })),
  );
  // Codes of guarded numbers are not encrypted again, because they live only for minutes.
  const codes = { table: 'message', column: 'code_sealed', ring: 'SEAL_KEYS' } as const;
  for (const { table, column, ring } of [...sealed, codes]) {
    const counts = await countBySealKey(database, campaign, table, column);
    for (const [key, values] of counts) add(ring, key, values);
  }
  return [...uses.values()];
}
