// Puts the draw's commitment, which only a running server knows, into the words. Server only.
import { fill } from '../public/fill.ts';
import type { PublicWords } from '../public/public-campaign.ts';
import type { ServerCampaign } from './server-campaign.ts';
import type { Words } from '../public/words.ts';

/**
 * Returns the campaign with the commitment in its terms and its public part.
 * @param commitment SHA-256 of the published document, hex
 */
export function withCommitment(campaign: ServerCampaign, commitment: string): ServerCampaign {
  const fillWords = termsFiller<Words>(commitment);
  const fillPublicWords = termsFiller<PublicWords>(commitment);
  return {
    ...campaign,
    words: (language) => fillWords(campaign.words(language)),
    publicCampaign: (language) => {
      const part = campaign.publicCampaign(language);
      return { ...part, words: fillPublicWords(part.words), commitment };
    },
    withLastDay: (to) => withCommitment(campaign.withLastDay(to), commitment),
  };
}

/** Fills in the terms, once for each Words object. */
function termsFiller<Part extends Pick<Words, 'terms'>>(commitment: string): (words: Part) => Part {
  const filled = new Map<Part, Part>();
  return (words) => {
    const known = filled.get(words) ?? fillTerms(words, commitment);
    filled.set(words, known);
    return known;
  };
}

function fillTerms<Part extends Pick<Words, 'terms'>>(words: Part, commitment: string): Part {
  const sections = words.terms.sections.map(({ heading, paragraphs }) => ({
    heading,
    paragraphs: paragraphs.map((paragraph) => fill(paragraph, { commitment })),
  }));
  return { ...words, terms: { ...words.terms, sections } };
}
