/** Between attempts to bind: a wrong password, tried every second, could lock the account. */
const pauseMs = { least: 500, most: 30_000 } as const;
/** A link that is lost sooner was none: an SMSC that binds and drops is left alone as well. */
const stableMs = 30_000;

export type BindBackoff = {
  bound(): void;
  /** @returns ms, before any jitter */
  nextPause(): number;
};

export function createBindBackoff(now: () => number = () => performance.now()): BindBackoff {
  let nextMs: number = pauseMs.least;
  let boundAt: number | undefined;
  return {
    bound() {
      boundAt = now();
    },
    nextPause() {
      if (boundAt !== undefined && now() - boundAt >= stableMs) nextMs = pauseMs.least;
      boundAt = undefined;
      const ms = nextMs;
      nextMs = Math.min(nextMs * 2, pauseMs.most);
      return ms;
    },
  };
}
