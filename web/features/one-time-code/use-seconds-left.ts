// Follows a countdown second by second, and catches up after the phone has slept. A new deadline takes a new
// component: give it the deadline as its key.
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
