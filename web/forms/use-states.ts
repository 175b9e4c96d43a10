// The campaign's own states until the server's list arrives, and if that call fails (HOM-2).
import { useEffect, useState } from 'react';
import { useApp } from '../app/use-app.ts';

export function useStates(): readonly string[] {
  const { calls, campaign, note } = useApp();
  // This list stays the same object when the language changes; `campaign` does not.
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
