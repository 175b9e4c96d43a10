// What headings, buttons and other short texts in the headings' typeface consist of. Another letter
// is shown in a font of the phone, another conjunct with a half letter: readable, but not well set.
import { scriptOf } from '@inaam/campaigns/public/direction.ts';
import { campaignIds, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

/** Parts of the words that are never in that typeface: two thirds of all words. */
const textOnly: ReadonlySet<string> = new Set([
  'paragraphs',
  'messages',
  'errors',
  'states',
  'demo',
]);
/** Parts of which only the headings are. */
const documents: ReadonlySet<string> = new Set(['fairDraw', 'measuring']);
const headings: ReadonlySet<string> = new Set(['title', 'heading']);

/** A dotted circle, which every mark can be below; and the joiners. */
const always = '\u25cc\u200c\u200d';

let loading: Promise<ServerCampaign[]> | undefined;

async function loadCampaigns(): Promise<ServerCampaign[]> {
  const ids = await campaignIds();
  return Promise.all(ids.map((id) => loadCampaign(id)));
}

/** The words of the campaigns' headings in the languages of a script. */
export async function wordsIn(script: string): Promise<Set<string>> {
  // Extensions: the danda and the Arabic comma and question mark belong to several scripts.
  const letters = new RegExp(`[\\p{Script_Extensions=${script}}\\u200c\\u200d]+`, 'gu');
  const found = new Set<string>();
  // Once for all scripts.
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
