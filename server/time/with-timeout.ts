// Waiting no longer than so long. What was waited for goes on by itself; nobody hears of it any more.

/** @returns what `work` answers, or `late` where it fails or takes longer */
export async function withTimeout<Result, Late>(
  limitMs: number,
  work: Promise<Result>,
  late: Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(late), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } catch {
    return late;
  } finally {
    clearTimeout(timer);
  }
}

/** A function that works once for all who ask at the same time, and whose answer stands for a while. */
export function memoizeFor<Result>(
  keptMs: number,
  work: () => Promise<Result>,
): () => Promise<Result> {
  let last: { at: number; answer: Promise<Result> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at >= keptMs) last = { at, answer: work() };
    return last.answer;
  };
}
