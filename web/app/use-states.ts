// The states to choose from: the server's list, and the campaign's fixed one until that is here and when it can't be
// had (Requirement HOM-2).
import { useEffect, useState } from 'react';
import { useApp } from './use-app.ts';

export function useStates(): readonly string[] {
  const { calls, campaign, note } = useApp();
  // The list itself: a change of the language is no reason to ask again.
  const { states: own } = campaign;
  const [states, setStates] = useState<readonly string[]>(own);
  useEffect(() => {
    calls.states().then(
      (fetched) => setStates(fetched.length > 0 ? fetched : own),
      (error: unknown) => {
        setStates(own);
        note('states', error);
      },
    );
  }, [calls, own, note]);
  return states;
}
