// A code that was typed to its end, or filled in by the phone, is sent by itself: once. What was
// sent before is sent again only by a press, so that a wrong code never costs a second try by
// itself.
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Long enough to see the last digit, and for a press that comes first. */
const pauseMs = 500;

type AutoSend = {
  /** The code is complete; anything else that is typed calls it off. */
  onCode: (code: string, isComplete: boolean) => void;
  /** Whatever sent it. */
  onSend: (code: string) => void;
};

/** @param attempt false if something else is being sent: it is tried again after another pause */
export function useAutoSend(attempt: () => boolean): AutoSend {
  const sent = useRef(new Set<string>());
  const [due, setDue] = useState<string | null>(null);
  const attemptNow = useEffectEvent(attempt);
  useEffect(() => {
    if (due === null) return undefined;
    const timer = setInterval(() => {
      if (attemptNow()) setDue(null);
    }, pauseMs);
    return () => clearInterval(timer);
  }, [due]);
  return {
    onCode: (code, isComplete) => setDue(isComplete && !sent.current.has(code) ? code : null),
    onSend: (code) => {
      sent.current.add(code);
      setDue(null);
    },
  };
}
