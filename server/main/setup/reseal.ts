// Encrypts everything again with the newest key, while the product is running.
import { plugins } from '@inaam/plugins/plugins.ts';
import {
  sealContext,
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

/** `context`: of the key of the row. */
type Column = { ring: RingName; context: (...key: (string | Buffer)[]) => string };

const personal = (context: Column['context']): Column => ({ ring: 'SEAL_KEYS', context });
const ofVoucher = (context: Column['context']): Column => ({ ring: 'VOUCHER_SEAL_KEYS', context });

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
      mobile_sealed: personal(sealContexts.personalDataMobile),
      name_sealed: personal(sealContexts.personalDataName),
      details_sealed: personal(sealContexts.personalDataDetails),
    },
  },
  {
    table: 'code_request',
    key: ['user_key', 'mobile_index'],
    columns: {
      mobile_sealed: personal(sealContexts.codeRequestMobile),
      registration_sealed: personal(sealContexts.codeRequestRegistration),
      code_sealed: personal(sealContexts.codeRequestCode),
    },
  },
  {
    table: 'mailbox',
    key: ['message_id'],
    columns: {
      mobile_sealed: personal(sealContexts.mailboxMobile),
      text_sealed: ofVoucher(sealContexts.mailboxText),
    },
  },
  {
    table: 'voucher',
    key: ['code_index'],
    columns: { code_sealed: ofVoucher(sealContexts.voucherCode) },
  },
  ...plugins.flatMap(({ sealed }) =>
    sealed.map(({ table, key, column, place }): Table => {
      return { table, key: [key], columns: { [column]: personal(sealContext(place)) } };
    }),
  ),
];

type Options = {
  database: Database;
  campaign: string;
  rings: Rings;
  onProgress: (table: string, percent: number, rows: number) => void;
};

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
      const context = column.context(...key.map((name) => row[name] ?? ''));
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
  for (const ring of ['SEAL_KEYS', 'VOUCHER_SEAL_KEYS'] as const) {
    for (const { id } of rings[ring]) add(ring, id, 0);
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
