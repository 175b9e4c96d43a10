// What plugins add to tests and measurements.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import type { Database } from '@inaam/server/database/database.ts';
import type { Keys } from '@inaam/server/platform/keys.ts';
import type { Claims } from './campaign-plugin.ts';
import { correctionsTesting } from './corrections/testing/fill.sql.ts';
import { packsMade } from './packs/testing/pack-testing.ts';
import { asked } from './question/testing/asked-questions.ts';
import { reviewTesting } from './review/testing/fill.sql.ts';

export type MeasuredCall = {
  name: ConsoleCallName;
  filter: string;
  /** Of the n-th time, from 0 on. */
  fields: (time: number) => object;
  /** It changes what it finds, so it comes last. */
  changes?: true;
};

type TestedPlugin = {
  /** SQL that adds what a shopper leaves, for each row of `$shoppers`. */
  fill: string;
  casesOf: (database: Database) => Promise<MeasuredCall[]>;
};

export const testedPlugins: readonly TestedPlugin[] = [correctionsTesting, reviewTesting];

type Made = { batch: number } | undefined;
type PackKeys = {
  packCode: (source: { key: number; batch: number; serial: number }) => string;
  packIndex: (code: string) => Buffer;
};
type PackTesting = {
  makePackBatch(database: Database, campaign: string, batch: object): Promise<Made>;
  changePackBatch(database: Database, campaign: string, change: object): Promise<{ kind: string }>;
  packKeys(keys: Pick<Keys, 'ringOf' | 'blindIndex'>, campaign: string): PackKeys;
  /** Each of its packs has a code. */
  withCodes(campaign: ServerCampaign, claims: Claims): ServerCampaign;
  /** A code that nobody has printed. */
  packCodeOf(body: bigint): string;
};

export const packTesting: readonly PackTesting[] = [packsMade];

type Pool = { amount: number; rewards: number };
type QuestionTesting = {
  questionsOf(campaign: ServerCampaign): readonly { id: string; right: number; options: number }[];
  withQuestions(own: ServerCampaign, of: ServerCampaign, pools: Pool[]): ServerCampaign;
};

export const questionTesting: readonly QuestionTesting[] = [asked];

/** Drills that plugins bring, by name. */
export const drills: Readonly<Record<string, () => Promise<unknown>>> = {
  brands: () => import('./several-campaigns/testing/run-brands.ts'),
};
