// Reads the words of one language (TypeScript modules), checks them by the schema and fills in what is the same for
// the whole campaign. Server only.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatProblem, parseWith } from '../schema/problem.ts';
import { fill } from '../public/fill.ts';
import { formatDate } from '../public/format.ts';
import type { CampaignFacts } from '../public/public-campaign.ts';
import type { campaignPlaceholders } from '../schema/sentence.ts';
import { withTagNotice } from './tag-notice.ts';
import { withEnding } from './ending-words.ts';
import type { ServerCampaign } from './server-campaign.ts';
import { fileOfPlace, wordsSchema } from '../schema/words-schema.ts';
import type { Words } from '../public/words.ts';

const gathered = 'words.ts';

/** The words of a language as written, or their problems as sentences. */
export async function readWords(
  path: string,
  shownFolder: string,
  language: string,
): Promise<{ words: Words } | { problems: string[] }> {
  const shown = `${shownFolder}/words/${language}`;
  const file = join(path, 'words', language, gathered);
  const module = await importModule(file);
  if ('reason' in module) {
    return {
      problems: [
        `${shown}/${gathered}: the file cannot be read (${module.reason}). Write it; it gathers the places of the language ${language}, or take the language out of campaign.json, languages.`,
      ],
    };
  }
  const result = parseWith(wordsSchema, module.words);
  if ('value' in result) return { words: result.value };
  return {
    problems: result.problems.map((problem) => {
      const [place = '', ...inner] = problem.field.split(/(?=[.[])/);
      const ofWhole = inner.length === 0;
      return formatProblem(`${shown}/${ofWhole ? gathered : fileOfPlace(place)}`, {
        ...problem,
        field: ofWhole ? place || 'words' : problem.field,
      });
    }),
  };
}

async function importModule(file: string): Promise<{ words: unknown } | { reason: string }> {
  try {
    await access(file);
    const module: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const words = typeof module === 'object' && module !== null && 'words' in module;
    return { words: words ? module.words : undefined };
  } catch (cause) {
    if (!(cause instanceof Error)) return { reason: String(cause) };
    return { reason: 'code' in cause ? String(cause.code) : cause.message.replaceAll('\n', ' ') };
  }
}

/** Says of the tags and of the end what is true, and fills the campaign's own values in; the placeholders of the screens stay. */
export function completeWords(
  words: Words,
  facts: CampaignFacts,
  draw: ServerCampaign['draw'],
  language: string,
): Words {
  const values = {
    campaign: facts.name,
    from: formatDate(facts.programme.from, language),
    to: formatDate(facts.programme.to, language),
    packPrice: facts.packPrice,
    highest: Math.max(...facts.outcomes.map(({ amount }) => amount)),
    email: facts.contacts.email,
    phone: facts.contacts.phone,
  } satisfies Record<(typeof campaignPlaceholders)[number], string | number>;
  const told = withEnding(withTagNotice(words, facts.tags), draw);
  return wordsSchema.parse(mapText(told, (text) => fill(text, values)));
}

function mapText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapText(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapText(item, change)]),
  );
}
