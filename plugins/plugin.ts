import type { Exported } from '@inaam/server/database/read-only.ts';
import type { Queryable } from '@inaam/server/database/database.ts';
import type { Role } from '@inaam/server/database/session.ts';
import type { VerdictLimits } from '@inaam/server/figures/verdicts.rules.ts';
import type { Entries } from '@inaam/server/operator/command-context.ts';

/** To a colleague, of an alert, a report or a test. `at`: wall ms; `refused`: why, or null. */
export type SentMail = {
  at: number;
  name: string;
  about: readonly Record<'kind' | 'event' | 'text', string>[];
  refused: string | null;
};
type KeepMail = (database: Queryable, campaign: string, mail: SentMail) => Promise<void>;
type ByName<Value> = Readonly<Record<string, Value>>;

/** What a plugin declares; `plugins.ts` lists them. */
export type Plugin = {
  /** Of its folder. Tables are in `migrations/`, functions and triggers in `functions.sql`. */
  name: string;
  /** SQL privileges, by table and role. */
  rights: ByName<Partial<Record<Role, string>>>;
  /** Which roles may call its functions that act as their owner. */
  owned: ByName<readonly Role[]>;
  /** Tables for `export`; times are ISO in UTC (`server/figures/exported-rows.sql.ts`). */
  exported: ByName<Exported>;
  /** Columns sealed with `SEAL_KEYS`, each bound to its place and to the row's key. */
  sealed: readonly { table: string; key: string; column: string; place: string }[];
  /** How many days rows are kept, by a column of times. `condition`: SQL of the row `old`. */
  retention: ByName<{ tables: readonly string[]; days: number; age: string; condition?: string }>;
  /** By command, for the audit log. */
  auditWords: ByName<string>;
  /** Of the words that several commands begin with. */
  groups: ByName<string>;
  commands: ByName<Entries>;
  /** Keeps what was sent to colleagues. */
  keepMails?: () => Promise<KeepMail>;
  /** From when on colleagues are alerted. */
  readAlertLimits?: () => Promise<
    (database: Queryable, campaign: string) => Promise<VerdictLimits>
  >;
  /** Of the largest body that its uploads to the console send. */
  uploadBytesMax?: number;
};
