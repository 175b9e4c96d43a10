// Describes whether a campaign can start, runs, is paused or has ended.
import { act, look, well, type Verdict } from '../figures/verdicts.rules.ts';

export type CampaignState = {
  phase: 'notStarted' | 'open' | 'ended';
  isCommitted: boolean;
  /** The time as shown; undefined: not paused. */
  pausedSince: string | undefined;
  from: string;
  lastDay: string;
};

/** @returns the worst first, at least one */
export function campaignVerdicts(state: CampaignState): Verdict[] {
  const { phase, isCommitted, pausedSince, from, lastDay } = state;
  if (phase === 'ended') return [well(`The campaign has ended. Its last day was ${lastDay}.`)];
  const begins = `It begins automatically on ${from}.`;
  const launch = look(
    'Whether all is ready is checked on the servers.',
    'An administrator runs npx inaam launch before the first day.',
  );
  if (!isCommitted) {
    const text =
      phase === 'notStarted'
        ? `The campaign cannot start yet: its draw is not committed to. Its first day is ${from}.`
        : `The campaign should have begun on ${from}, and cannot: its draw is not committed to.`;
    return [act(text, 'Both holders of the secret run npx inaam draw commit.'), launch];
  }
  if (pausedSince !== undefined) {
    return [
      act(
        `The campaign has been paused since ${pausedSince}: no new code is sent and nothing is granted.`,
        'Resume it once the cause is resolved.',
      ),
    ];
  }
  return phase === 'open'
    ? [well(`The campaign is running, until ${lastDay}.`)]
    : [launch, well(`The draw is committed to. ${begins}`)];
}
