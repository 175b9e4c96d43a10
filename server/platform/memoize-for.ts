/** Calls within `keepMs` share one promise. */
export function memoizeFor<Result>(
  keepMs: number,
  work: () => Promise<Result>,
): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at >= keepMs) last = { at, result: work() };
    return last.result;
  };
}
