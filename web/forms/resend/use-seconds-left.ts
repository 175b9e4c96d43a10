// Follows the clock, so it is right after the phone has slept. Needs a `key` per deadline.
import { useEffect, useState } from 'react';
import { secondsLeft } from './countdown.ts';

export function useSecondsLeft(deadline: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = secondsLeft(deadline, now);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return left;
}
