// Sends a code once it is typed to its end or filled in by the phone. A code that was sent before
// is only sent again by a press, so that a wrong code never costs a second try by itself.
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Long enough to see the last digit, and for a press that comes first. */
const pauseMs = 500;

type AutoSend = {
  /** Call it with what was typed; anything but a complete code cancels sending. */
  onCode: (code: string, isComplete: boolean) => void;
  /** Call it when a code is sent, in whatever way. */
  onSend: (code: string) => void;
};

/**
 * @param attempt returns false while something else is being sent; it is called again after a pause
 */
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
