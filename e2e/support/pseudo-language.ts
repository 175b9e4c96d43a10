// A language made from English: accented, 40 % longer, in brackets. Text without brackets is
// hard-coded.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Words } from '@inaam/campaigns/public/words.ts';

export const pseudoLanguage = 'en-XA';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'áƀçðéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ';
const accents = new Map(Array.from(plain, (letter, at) => [letter, accented.charAt(at)]));

/** Placeholders in braces are unchanged. */
export function pseudoText(text: string): string {
  const accented = text
    .split(/(\{[a-zA-Z]+\})/)
    .map((part) =>
      part.startsWith('{') ? part : part.replaceAll(/[a-zA-Z]/g, (one) => accents.get(one) ?? one),
    )
    .join('');
  const longer = Array.from({ length: Math.ceil(text.length * 0.4) }, (_, at) =>
    at % 7 === 0 ? ' ' : 'ö',
  ).join('');
  return `[${accented}${longer}]`;
}

export function pseudoCampaign(
  campaign: ServerCampaign,
  languages: readonly string[],
): ServerCampaign {
  const isPseudo = (language: string) => !campaign.languages.includes(language);
  const names: Readonly<Record<string, string>> = {
    ...campaign.publicCampaign('en').languageNames,
    [pseudoLanguage]: pseudoText('Pseudo'),
  };
  const languageNames = Object.fromEntries(languages.map((tag) => [tag, names[tag] ?? tag]));
  const cache = new Map<Words, Words>();
  return {
    ...campaign,
    languages,
    words: (language) => {
      const english = campaign.words(isPseudo(language) ? 'en' : language);
      if (!isPseudo(language)) return english;
      const words = cache.get(english) ?? mapText(english);
      cache.set(english, words);
      return words;
    },
    publicCampaign: (language) => {
      const part = campaign.publicCampaign(isPseudo(language) ? 'en' : language);
      const spoken = isPseudo(language) ? { language, words: mapText(part.words) } : {};
      return { ...part, languages, languageNames, ...spoken };
    },
  };
}

function mapText<T>(value: T): T;
function mapText(value: unknown): unknown {
  if (typeof value === 'string') return pseudoText(value);
  if (Array.isArray(value)) return value.map((item) => mapText<unknown>(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapText<unknown>(item)]),
  );
}
