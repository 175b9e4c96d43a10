// The states to choose from: the server's list, and the campaign's fixed one when it can't be had (Requirement
// HOM-2).
import { useEffect, useState } from 'react';
import { useApp } from './use-app.ts';

export function useStates(): readonly string[] {
  const { calls, campaign, note } = useApp();
  const [states, setStates] = useState<readonly string[]>([]);
  useEffect(() => {
    calls.states().then(
      (fetched) => setStates(fetched.length > 0 ? fetched : campaign.states),
      (error: unknown) => {
        setStates(campaign.states);
        note('states', error);
      },
    );
  }, [calls, campaign, note]);
  return states;
}
