import { useEffect, useState } from 'react';
import { useApp } from '../../app/use-app.ts';

/** @returns whole seconds, rounded up; both arguments are ms of the same clock */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

const announcedSeconds = [0, 10, 30, 60];

/** For screen readers: changes once a minute, and four times in the last minute. */
export function announcedSecondsOf(left: number): number {
  return announcedSeconds.find((seconds) => left <= seconds) ?? Math.ceil(left / 60) * 60;
}

/** @param deadline ms of the app's `now` */
export function useSecondsLeft(deadline: number, isRunning = true): number {
  const { now } = useApp();
  const [at, setAt] = useState(now);
  const left = secondsLeft(deadline, at);
  const isOn = isRunning && left > 0;
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => setAt(now()), 250);
    return () => clearInterval(timer);
  }, [isOn, now]);
  return left;
}
