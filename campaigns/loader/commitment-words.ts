// Puts the draw's commitment into the words. Only a running server knows it. Server only.
import { fill } from '../public/fill.ts';
import type { PublicWords } from '../public/public-campaign.ts';
import type { ServerCampaign } from './server-campaign.ts';
import type { Words } from '../public/words.ts';

/**
 * Returns the campaign with the commitment in its terms and its public part.
 * @param commitment SHA-256 of the published document, hex
 */
export function withCommitment(campaign: ServerCampaign, commitment: string): ServerCampaign {
  const told = teller<Words>(commitment);
  const shown = teller<PublicWords>(commitment);
  return {
    ...campaign,
    words: (language) => told(campaign.words(language)),
    publicCampaign: (language) => {
      const part = campaign.publicCampaign(language);
      return { ...part, words: shown(part.words), commitment };
    },
  };
}

/** Fills in the terms, once for each Words object. */
function teller<Told extends Pick<Words, 'terms'>>(commitment: string): (words: Told) => Told {
  const told = new Map<Told, Told>();
  return (words) => {
    const known = told.get(words) ?? termsTold(words, commitment);
    told.set(words, known);
    return known;
  };
}

function termsTold<Told extends Pick<Words, 'terms'>>(words: Told, commitment: string): Told {
  const sections = words.terms.sections.map(({ heading, paragraphs }) => ({
    heading,
    paragraphs: paragraphs.map((paragraph) => fill(paragraph, { commitment })),
  }));
  return { ...words, terms: { ...words.terms, sections } };
}
