/** `until` is included. */
type TimeWindow = { from: number; until: number };

/**
 * Windows from `around` before each moment to `around` after it, ascending; touching windows are
 * merged. A single window from first to last could include everybody's data.
 */
export function timeWindows(moments: readonly number[], around: number): TimeWindow[] {
  const windows: TimeWindow[] = [];
  for (const moment of moments.toSorted((one, other) => one - other)) {
    const last = windows.at(-1);
    const window = { from: moment - around, until: moment + around };
    if (last && window.from <= last.until) last.until = window.until;
    else windows.push(window);
  }
  return windows;
}
