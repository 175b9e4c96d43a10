import { useEffect, useState } from 'react';

/** Counts whole seconds down to 0 while it runs. `take` counts how often it has begun. */
export function useClock(seconds: number | null, isRunning: boolean) {
  const [{ left, take }, setState] = useState({ left: seconds, take: 0 });
  useEffect(() => {
    if (seconds === null || !isRunning) return undefined;
    const endMs = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      setState({ left: now, take });
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, isRunning, take]);
  return { left, take, begin: () => setState({ left: seconds, take: take + 1 }) };
}
