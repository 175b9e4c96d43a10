// Says of the end what is true: a campaign that closes with its deck may have ended before its last
// day. Pure; server only. Holds no sentence.
import type { ServerCampaign } from './server-campaign.ts';
import type { Words } from '../public/words.ts';

/** The words with an end that is true of this draw. */
export function withEnding(words: Words, { whenDeckEnds }: ServerCampaign['draw']): Words {
  if (whenDeckEnds.kind !== 'close') return words;
  const { closed, messages } = words;
  const ended = messages.endedOrFull;
  return { ...words, closed: { ...closed, ended }, messages: { ...messages, ended } };
}
