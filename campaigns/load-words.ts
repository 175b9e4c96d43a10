// Reads the words of one language (TypeScript modules), checks them by the schema and fills in what is the same for
// the whole campaign. Server only.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faultSentence, read } from './fault.ts';
import { fill, longDate } from './fill.ts';
import type { CampaignFacts } from './public.ts';
import type { campaignPlaceholders } from './sentence.ts';
import { withTagNotice } from './tag-notice.ts';
import { withEnd } from './end-words.ts';
import type { ServerCampaign } from './server-side.ts';
import { fileOfPlace, wordsSchema } from './words-schema.ts';
import type { Words } from './words.ts';

const gathered = 'words.ts';

/** The words of a language as written, or their faults as sentences. */
export async function readWords(
  path: string,
  shownFolder: string,
  language: string,
): Promise<{ words: Words } | { faults: string[] }> {
  const shown = `${shownFolder}/words/${language}`;
  const file = join(path, 'words', language, gathered);
  const module = await importModule(file);
  if ('reason' in module) {
    return {
      faults: [
        `${shown}/${gathered}: the file cannot be read (${module.reason}). Write it; it gathers the places of the language ${language}, or take the language out of campaign.json, languages.`,
      ],
    };
  }
  const result = read(wordsSchema, module.words);
  if ('value' in result) return { words: result.value };
  return {
    faults: result.faults.map((fault) => {
      const [place = '', ...inner] = fault.field.split(/(?=[.[])/);
      const ofWhole = inner.length === 0;
      return faultSentence(`${shown}/${ofWhole ? gathered : fileOfPlace(place)}`, {
        ...fault,
        field: ofWhole ? place || 'words' : fault.field,
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
export function settleWords(
  words: Words,
  facts: CampaignFacts,
  draw: ServerCampaign['draw'],
  language: string,
): Words {
  const values = {
    campaign: facts.name,
    from: longDate(facts.programme.from, language),
    to: longDate(facts.programme.to, language),
    packPrice: facts.packPrice,
    highest: Math.max(...facts.outcomes.map(({ amount }) => amount)),
    email: facts.contacts.email,
    phone: facts.contacts.phone,
  } satisfies Record<(typeof campaignPlaceholders)[number], string | number>;
  const told = withEnd(withTagNotice(words, facts.tags), draw);
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
