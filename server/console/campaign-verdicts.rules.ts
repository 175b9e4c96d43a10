// Describes whether a campaign can start, runs, is paused or has ended.
import { act, look, severity, well, type Verdict } from '../figures/verdicts.rules.ts';

export type CampaignState = {
  phase: 'notStarted' | 'open' | 'ended';
  isCommitted: boolean;
  /** The time as shown; undefined: not paused. */
  pausedSince: string | undefined;
  from: string;
  lastDay: string;
  /** The last checklist, if there is one; `unseen`: lines that were not checked. */
  checked: { faults: readonly string[]; warnings: number; unseen: number } | undefined;
};

/** @returns the worst first, at least one */
export function campaignVerdicts(state: CampaignState): Verdict[] {
  const verdicts = [startOf(state), ...checklistOf(state)];
  return verdicts.toSorted((one, other) => severity[one.level] - severity[other.level]);
}

/** Ignores the checklist. */
function startOf(state: CampaignState): Verdict {
  const { phase, isCommitted, pausedSince, from, lastDay } = state;
  if (phase === 'ended') return well(`The campaign has ended. Its last day was ${lastDay}.`);
  if (!isCommitted) {
    const text =
      phase === 'notStarted'
        ? `The campaign cannot start yet: its draw is not committed to. Its first day is ${from}.`
        : `The campaign should have begun on ${from}, and cannot: its draw is not committed to.`;
    return act(text, 'Both holders of the secret run npx inaam draw commit.');
  }
  if (pausedSince !== undefined) {
    return act(
      `The campaign has been paused since ${pausedSince}: no new code is sent and nothing is granted.`,
      'Resume it under Pause once the cause is resolved.',
    );
  }
  if (phase === 'open') return well(`The campaign is running, until ${lastDay}.`);
  const { checked } = state;
  const begins = `It begins automatically on ${from}.`;
  if (checked === undefined) return well(`The draw is committed to. ${begins}`);
  return checked.faults.length === 0
    ? well(`As far as the checklist can see, the campaign can start. ${begins}`)
    : well(`The draw is committed to. ${begins}`);
}

function checklistOf({ phase, checked, pausedSince }: CampaignState): Verdict[] {
  if (phase === 'ended' && checked === undefined) return [];
  if (checked === undefined) {
    return [look('Checklist not run yet.', 'Press Check now.')];
  }
  const { faults, unseen } = checked;
  const found: Verdict[] = [];
  if (faults.length > 0) {
    const what = `${faults.length === 1 ? '1 fault' : `${faults.length} faults`}: ${faults.join(', ')}.`;
    const text = phase === 'notStarted' ? `The campaign is not ready to start. ${what}` : what;
    found.push(act(text, 'The checklist says how to fix each.'));
  }
  if (unseen > 0 && phase === 'notStarted' && pausedSince === undefined) {
    const checks = unseen === 1 ? '1 check needs' : `${unseen} checks need`;
    found.push(
      look(
        `${checks} the server’s shell.`,
        'An administrator runs npx inaam doctor before the first day.',
      ),
    );
  }
  return found;
}
