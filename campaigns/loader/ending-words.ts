// A campaign that closes with its deck may end before its last day; its words must not deny that.
// Pure; server only.
import type { ServerCampaign } from './server-campaign.ts';
import type { Problem } from '../schema/problem.ts';
import type { Words } from '../public/words.ts';

export function withEnding(words: Words, { whenDeckEnds }: ServerCampaign['draw']): Words {
  if (whenDeckEnds.kind !== 'close') return words;
  const { closed, messages } = words;
  const ended = messages.endedOrFull;
  return { ...words, closed: { ...closed, ended }, messages: { ...messages, ended } };
}

/** For a campaign that has written `closed.ended`: a problem if nobody would ever read it. */
export function unshownEnding(draw: ServerCampaign['draw'] | undefined): Problem[] {
  if (draw?.whenDeckEnds.kind !== 'close') return [];
  const fix = 'Remove it: the campaign closes with its deck, and says `messages.endedOrFull`.';
  return [{ path: ['closed', 'ended'], message: 'is never shown', fix }];
}
