/** `until` belongs to it. */
type Span = { from: number; until: number };

/**
 * From `around` before each moment to as long after it, ascending; what touches is one span.
 * Between moments that lie far apart there would be everybody's.
 */
export function spansAround(moments: readonly number[], around: number): Span[] {
  const spans: Span[] = [];
  for (const moment of moments.toSorted((one, other) => one - other)) {
    const last = spans.at(-1);
    const span = { from: moment - around, until: moment + around };
    if (last && span.from <= last.until) last.until = span.until;
    else spans.push(span);
  }
  return spans;
}
