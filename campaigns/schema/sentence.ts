// A sentence of the words: non-empty, with allowed placeholders only. Server only.
import { pluginPlaceholders } from '@inaam/plugins/campaign-plugin.ts';
import type * as z from 'zod';
import { field, fields, list } from './fields.ts';
import { placeholdersOf } from '../public/fill.ts';

/** Allowed in every sentence. The loader fills them in, so screens never see them. */
export const campaignPlaceholders = [
  'campaign',
  'promoter',
  /** Where vouchers are used, and the sender that phones show for their SMS. */
  'redeemAt',
  'smsSender',
  'from',
  'to',
  'packPrice',
  'highest',
  /** `₹3, ₹5 or ₹10`: the amounts of the wheel. */
  'wheelAmounts',
  /** `Rs. 3, Rs. 5 or Rs. 10`. */
  'wheelAmountsInRs',
  /** Of each amount in the deck: `₹10 5% · ₹5 25% · ₹3 70%`. */
  'chances',
  /** The participating states: `Goa, Kerala`. */
  'states',
  'minAge',
  /** Days within which a voucher arrives, and years for which it is valid. */
  'voucherDays',
  'voucherYears',
  /** How often a number may take part: 1 and 1, unless a plugin allows more. */
  'claimsPerDay',
  'claimsInAll',
  'email',
  'phone',
] as const;

/**
 * Also allowed in documents and in HOME's small print. A line is omitted if the campaign has no
 * value for one of them, and repeated for each state if it names one (`complete-words.ts`).
 */
export const documentPlaceholders = {
  /** All states with a fixed reward: `Tamil Nadu and Nagaland`. */
  fixedStates: ['fixedStates'],
  /** Each of them. */
  fixed: ['fixedState', 'fixedAmount'],
  /** Each state whose law forbids chance. */
  banned: ['bannedState', 'bannedAmount', 'law'],
  /** Each state where it is the promoter's choice. */
  chosen: ['chosenState', 'chosenAmount'],
  /** What the reserve pays. */
  reserve: ['reserve'],
  /** Empty: marks a line as only for a campaign that releases cards day by day. */
  daily: ['ifDaily'],
  /** Likewise for a campaign that closes with its deck. */
  closing: ['ifClosing'],
  /** Likewise for a campaign in which a number takes part once, or several times. */
  once: ['ifOnce'],
  several: ['ifSeveral'],
  ...pluginPlaceholders,
} as const;

/** @param own the placeholders that the screen fills in */
export function sentence(...own: string[]): z.ZodType<string> {
  const allowed = new Set<string>([...own, ...campaignPlaceholders]);
  const names = [...allowed].map((name) => `{${name}}`).join(', ');
  return field(
    (value): value is string =>
      typeof value === 'string' &&
      value.trim() !== '' &&
      // A shortcut: most of the ten thousand sentences have none.
      (!/[{}]/.test(value) || hasOnly(allowed, value)),
    'text with no other placeholder than it may carry',
    `Write the sentence; it may carry ${names}.`,
  );
}

function hasOnly(allowed: ReadonlySet<string>, text: string): boolean {
  return (
    !/[{}]/.test(text.replace(/\{[a-zA-Z]+\}/g, '')) &&
    placeholdersOf(text).every((name) => allowed.has(name))
  );
}

/** Lines that depend on the campaign, joined by spaces. */
export const linesOf = (...own: string[]) =>
  sentence(...Object.values(documentPlaceholders).flat(), ...own);

/**
 * Text in headed sections, each with one or more paragraphs.
 * @param own placeholders of the paragraphs that are filled in later
 */
export function documentOf(...own: string[]) {
  const { fixedStates, once, several } = documentPlaceholders;
  return fields({
    title: sentence(),
    sections: list(
      fields({
        heading: sentence(...fixedStates, ...once, ...several),
        paragraphs: list(linesOf(...own), 'Write its paragraphs.'),
      }),
      'Write its sections, each with heading and paragraphs.',
    ),
  });
}

export const documentSchema = documentOf();

export const paragraphsOf = ({ sections }: z.infer<typeof documentSchema>): string[] =>
  sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]);

type Path = readonly PropertyKey[];

/** Every sentence of a part of the words. */
export function sentencesOf(part: unknown, path: Path = []): { path: Path; text: string }[] {
  if (typeof part === 'string') return [{ path, text: part }];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]: [string, unknown]) =>
    sentencesOf(inner, [...path, Array.isArray(part) ? Number(key) : key]),
  );
}
