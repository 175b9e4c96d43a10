// A consent row stores this hash of the text that the shopper agreed to. Server only.
import { createHash } from 'node:crypto';
import type { Words, DocumentWords, MeasuringWords } from '../public/words.ts';
import { fill } from '../public/fill.ts';
import { hasTags, type Tags } from '../public/tags.ts';

/**
 * SHA-256 in lower-case hex of the privacy notice, the form's consent box and the consent notice as
 * shown: UTF-8 of the JSON of their texts in schema order.
 * @param words filled in, from `ServerCampaign.words`
 */
export function noticeHash(words: Words): string {
  let hash = hashes.get(words);
  if (hash === undefined) {
    hash = createHash('sha256').update(noticeText(words), 'utf8').digest('hex');
    hashes.set(words, hash);
  }
  return hash;
}

/** Of the notice in all languages, so that consent in one counts in the others. */
export function noticeVersion(words: Iterable<Words>): string {
  const hash = createHash('sha256');
  for (const language of words) hash.update(noticeHash(language));
  return hash.digest('hex').slice(0, 16);
}

const hashes = new WeakMap<Words, string>();

/** @public What is hashed. */
export function noticeText(words: Words): string {
  const { privacy, home, consentNotice } = words;
  const shown = [
    [
      privacy.title,
      privacy.statement,
      privacy.statementReason,
      privacy.readMore,
      privacy.yes,
      privacy.no,
      privacy.submit,
    ],
    [home.agree],
    [
      consentNotice.title,
      ...consentNotice.sections.map(({ heading, paragraphs }) => [heading, ...paragraphs]),
    ],
  ];
  return JSON.stringify(shown);
}

// Adds a section on tags to the consent notice if the campaign has any. Pure; server only.

export function withTagNotice(words: Words, tags: Tags): Words {
  if (!hasTags(tags)) return words;
  const { consentNotice, measuring } = words;
  const section = { heading: measuring.heading, paragraphs: paragraphsOf(measuring, tags) };
  const { sections } = consentNotice;
  // After "Who else sees it", if the notice has that section.
  const at = Math.min(sections.length, placeOfSection);
  return {
    ...words,
    consentNotice: { ...consentNotice, sections: sections.toSpliced(at, 0, section) },
  };
}

const placeOfSection = 4;

function paragraphsOf(
  measuring: MeasuringWords,
  { gtag, metaPixel, customerData }: Tags,
): DocumentWords['sections'][number]['paragraphs'] {
  return [
    measuring.what,
    measuring.never,
    ...(gtag === undefined ? [] : [measuring.gtag]),
    ...(metaPixel === undefined ? [] : [measuring.metaPixel]),
    ...(customerData === undefined
      ? []
      : [fill(measuring.customerData, { host: new URL(customerData.address).hostname })]),
    measuring.without,
  ];
}
