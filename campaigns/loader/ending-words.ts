// A campaign that closes with its deck may end before its last day; its words must not deny that.
// Pure; server only.
import type { ServerCampaign } from './server-campaign.ts';
import type { Words } from '../public/words.ts';

export function withEnding(words: Words, { whenDeckEnds }: ServerCampaign['draw']): Words {
  if (whenDeckEnds.kind !== 'close') return words;
  const { closed, messages } = words;
  const ended = messages.endedOrFull;
  return { ...words, closed: { ...closed, ended }, messages: { ...messages, ended } };
}
