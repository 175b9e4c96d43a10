// The campaign's own states, used until the server's list arrives or if that call fails (HOM-2).
import { useEffect, useState } from 'react';
import { useApp } from '../app/use-app.ts';

/** Keeps the text from flashing. */
const slowAfterMs = 1000;

/**
 * @param chosen stays in the list even if the server's list lacks it
 * @returns `isSlow`: the list takes long, and the form says so
 */
export function useStates(chosen: string): { states: readonly string[]; isSlow: boolean } {
  const { calls, campaign, note } = useApp();
  const [states, setStates] = useState<readonly string[]>(campaign.states);
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    const end = () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
    const fetchStates = async () => {
      try {
        const fetched = await calls.states();
        if (fetched.length > 0) setStates(fetched);
      } catch (error) {
        note('states', error);
      }
      end();
    };
    void fetchStates();
    return () => clearTimeout(timer);
  }, [calls, note]);
  return { states: withChosen(states, chosen), isSlow };
}

export function withChosen(list: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || list.includes(chosen) ? list : [chosen, ...list];
}
