/** `until` is included. */
type Span = { from: number; until: number };

/**
 * Spans from `around` before each moment to `around` after it, ascending; spans that touch are
 * merged. One span from the first moment to the last could include everybody's data.
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
