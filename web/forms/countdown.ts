/** @returns whole seconds, rounded up; both arguments in ms, by the same clock */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

const announcedSeconds = [0, 10, 30, 60];

/** For screen readers: changes four times in the last minute, before that every minute. */
export function announcedSecondsOf(left: number): number {
  return announcedSeconds.find((seconds) => left <= seconds) ?? Math.ceil(left / 60) * 60;
}
