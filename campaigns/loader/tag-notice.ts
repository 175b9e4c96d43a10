// Puts what a campaign's tags do into its consent notice: a section where some are switched on,
// nothing where none is. Pure; server only. Holds no sentence.
import { fill } from '../public/fill.ts';
import { hasTags, type Tags } from '../public/tags.ts';
import type { DocumentWords, MeasuringWords, Words } from '../public/words.ts';

/** The words with a consent notice that is true of these tags. */
export function withTagNotice(words: Words, tags: Tags): Words {
  if (!hasTags(tags)) return words;
  const { consentNotice, measuring } = words;
  const section = { heading: measuring.heading, paragraphs: paragraphsOf(measuring, tags) };
  const { sections } = consentNotice;
  // After "Who else sees it", where the notice has one: who else does is what this section says.
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
