/** A busy page must not wait for ever. */
const patienceMs = 800;
/** Safari has no idle callbacks. */
const laterMs = 120;

/** @returns what cancels it */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = window.requestIdleCallback(work, { timeout: patienceMs });
    return () => window.cancelIdleCallback(idle);
  }
  const timer = setTimeout(work, laterMs);
  return () => clearTimeout(timer);
}
