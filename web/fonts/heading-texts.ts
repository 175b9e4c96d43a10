// The texts set in the headings' typeface. A letter missing from it falls back to a font of the
// phone, and a missing conjunct to a half form: readable, but poorly set.
import { scriptOf } from '@inaam/campaigns/public/tags.ts';
import { campaignIds, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

/** Words that never use that typeface: two thirds of all. */
const textOnly: ReadonlySet<string> = new Set([
  'paragraphs',
  'messages',
  'errors',
  'states',
  'demo',
]);
/** Parts of the words in which only headings use it. */
const documents: ReadonlySet<string> = new Set(['fairDraw', 'measuring']);
const headings: ReadonlySet<string> = new Set(['title', 'heading']);

/** The dotted circle, which any mark can be shown on; and the joiners. */
const always = '\u25cc\u200c\u200d';

let loading: Promise<ServerCampaign[]> | undefined;

async function loadCampaigns(): Promise<ServerCampaign[]> {
  const ids = await campaignIds();
  return Promise.all(ids.map((id) => loadCampaign(id)));
}

/** The words of all campaigns' headings in a script's languages. */
export async function wordsIn(script: string): Promise<Set<string>> {
  // Script extensions: the danda and the Arabic comma and question mark belong to several scripts.
  const letters = new RegExp(`[\\p{Script_Extensions=${script}}\\u200c\\u200d]+`, 'gu');
  const found = new Set<string>();
  // Computed once for all scripts.
  loading ??= loadCampaigns();
  for (const { languages, words } of await loading) {
    for (const language of languages.filter((tag) => scriptOf(tag) === script)) {
      for (const sentence of sentencesOf(words(language))) {
        for (const [word] of sentence.matchAll(letters)) found.add(word);
      }
    }
  }
  return found;
}

function sentencesOf(part: unknown, isDocument = false): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part)
    .filter(([name]) => !textOnly.has(name))
    .flatMap(([name, value]) =>
      isDocument && typeof value === 'string' && !headings.has(name)
        ? []
        : sentencesOf(value, isDocument || documents.has(name)),
    );
}

/** The words of headings, and their letters. */
export async function headingTexts(script: string): Promise<{ text: string; words: string[] }> {
  const words = [...(await wordsIn(script))];
  return { text: [...new Set(words.join('') + always)].join(''), words };
}
