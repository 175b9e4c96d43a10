// Adds a section on tags to the consent notice when the campaign has any. Pure; server only.
import { fill } from '../public/fill.ts';
import { hasTags, type Tags } from '../public/tags.ts';
import type { DocumentWords, MeasuringWords, Words } from '../public/words.ts';

export function withTagNotice(words: Words, tags: Tags): Words {
  if (!hasTags(tags)) return words;
  const { consentNotice, measuring } = words;
  const section = { heading: measuring.heading, paragraphs: paragraphsOf(measuring, tags) };
  const { sections } = consentNotice;
  // Placed after "Who else sees it", if the notice has that section.
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
