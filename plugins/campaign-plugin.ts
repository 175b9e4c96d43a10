import type * as z from 'zod';
import type { Rewards } from '@inaam/campaigns/schema/draw-schema.ts';
import type { Fact, Problem } from '@inaam/campaigns/schema/problem.ts';
import type { FileProblem } from '@inaam/campaigns/validation/file-problem.ts';
import type { CommittedPlan } from '@inaam/server/draw/commitment.rules.ts';

export type Claims = { perDay: number; inAll: number };
type Pool = { amount: number; rewards: number };
type Row = Readonly<Record<string, string | number>>;

/**
 * A plugin's file in the folder of a campaign, which may leave it out. `campaigns.ts` lists them by
 * their names without `.json`. What it loads has this name in the campaign, and what the page gets.
 */
export type CampaignPlugin<File = unknown, Loaded = unknown> = {
  schema: z.ZodType<File>;
  /** @param addresses of its pictures and videos, by file */
  load(file: File, rewards: Rewards, addresses: ReadonlyMap<string, string>): Loaded;
  /** What the page gets, but for the words; undefined: nothing. */
  shown(loaded: Loaded): unknown;
  /** Its part of the commitment. `secret`: of the pseudonyms, if it is known here. */
  committed(loaded: Loaded, secret?: Uint8Array): Partial<CommittedPlan>;
  /** Where `shown` is anything, the form has its field of `web.ts`. */
  hasField?: true;
  /** Purchases are proven or counted. */
  hasPurchases?: true;
  /** How often a number may take part, if it may more than once. */
  claims?(part: File | Loaded): Claims | undefined;
  /** Its words by section, and its sentences of `messages`: the page's, and the server's. */
  sections?: z.ZodRawShape;
  messages?: z.ZodRawShape;
  refusals?: z.ZodRawShape;
  /** What it sets aside of the budget. */
  bonuses?(loaded: Loaded): readonly Pool[];
  /** With other files. */
  problems?(file: File, rewards: Rewards): FileProblem[];
  /** Its files in `art/`, whose names begin with the plugin's. */
  art?(file: File): readonly string[];
  /** By the name of the placeholders: the rows for which a line with them is repeated. */
  rows?(file: File): Readonly<Partial<Record<keyof typeof pluginPlaceholders, Row[]>>>;
  /** What the words must say. */
  facts?(file: File): Readonly<Record<'terms' | 'consentNotice', readonly Fact[]>>;
  /** The last section of the terms and of the notice. */
  documents?(file: File, language: string): AddedSection | undefined;
  /** Problems of its words, of which it gets all. */
  wordsProblems?(words: object, file: File | null): Problem[];
  /** For `campaign check`. Undefined: there is no such file. */
  checked(loaded: Loaded | undefined): { line: string; facts: object };
};

/** One heading, and the paragraphs below it in each of the two. */
export type AddedSection = { heading: string } & Record<'terms' | 'consentNotice', string[]>;

// What follows stays when a plugin is deleted.

/** Whose file it is: without the plugin it is refused by name. */
export const fileOwners: Readonly<Record<string, string>> = {
  'packs.json': 'packs',
  'questions.json': 'question',
  'whatsapp.json': 'whatsapp',
  'upi.json': 'upi',
};

/** In documents. The default words have lines for campaigns with a plugin's file. */
export const pluginPlaceholders = {
  /** Empty: marks a line as only for a campaign whose packs have a code each. */
  packs: ['ifPacks'],
  /** Empty: marks a line as only for a campaign that asks a question after the reward. */
  question: ['ifQuestion'],
  /** What a right answer adds: one amount for all, or (empty) as much again as the reward. */
  bonus: ['bonus'],
  asMuchAgain: ['ifAsMuchAgain'],
} as const;
