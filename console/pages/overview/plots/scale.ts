const intervals = 4;
const fractions = [1, 2, 5, 10];

/** Round ticks from 0 to at least `max`, in steps of 1, 2 or 5; whole ones, as for counts. */
export function ticksOf(max: number): number[] {
  if (max <= 0) return [0, 1];
  const raw = Math.max(1, max / intervals);
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const step = magnitude * (fractions.find((one) => one * magnitude >= raw) ?? 10);
  const count = Math.ceil(max / step);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

const labelSteps = {
  hour: [1, 2, 3, 4, 6, 12, 24, 48],
  day: [1, 2, 7, 14, 28, 56, 112],
} as const;

/** At which buckets an axis has a label, so that `room` of them fit. */
export function labelledBuckets(count: number, unit: 'hour' | 'day', room: number): number[] {
  const fits = (step: number) => Math.ceil(count / step) <= Math.max(1, room);
  const step = labelSteps[unit].find(fits) ?? count;
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}

const linesMax = 3;

/** Wraps at spaces into three lines at most; text that does not fit ends in "…". */
export function wrapLabel(label: string, lineLength: number): string[] {
  const lines: string[] = [];
  let rest = label.trim();
  while (rest !== '') {
    if (lines.length === linesMax - 1 && rest.length > lineLength) {
      return [...lines, `${rest.slice(0, lineLength - 1).trimEnd()}…`];
    }
    const end = endOfLine(rest, lineLength);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

function endOfLine(text: string, lineLength: number): number {
  if (text.length <= lineLength) return text.length;
  const space = text.lastIndexOf(' ', lineLength);
  return space > 0 ? space : lineLength;
}
