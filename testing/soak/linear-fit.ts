export type Slope = { perHour: number; margin: number };

const hourMs = 3_600_000;

/**
 * The least-squares line.
 * @param samples `at` in ms
 * @returns the slope per hour and its 95 % margin, which allows for correlated neighbours
 */
export function slopeOf(samples: readonly { at: number; value: number }[]): Slope {
  const count = samples.length;
  if (count < 8) throw new Error('A slope needs at least 8 samples: run it for longer.');
  const hours = samples.map(({ at }) => at / hourMs);
  const values = samples.map(({ value }) => value);
  const [middle, mean] = [meanOf(hours), meanOf(values)];
  const spread = sumOf(hours.map((hour) => (hour - middle) ** 2));
  const perHour =
    sumOf(hours.map((hour, place) => (hour - middle) * ((values[place] ?? 0) - mean))) / spread;
  const rests = hours.map((hour, place) => (values[place] ?? 0) - mean - perHour * (hour - middle));
  const error = Math.sqrt(sumOf(rests.map((rest) => rest ** 2)) / (count - 2) / spread);
  const related = Math.min(0.95, Math.max(0, correlationOfNeighbours(rests)));
  const independent = Math.sqrt((1 + related) / (1 - related));
  return { perHour, margin: quantile(count - 2) * error * independent };
}

function correlationOfNeighbours(values: readonly number[]): number {
  const all = sumOf(values.map((value) => value ** 2));
  if (all === 0) return 0;
  return sumOf(values.slice(1).map((value, place) => value * (values[place] ?? 0))) / all;
}

/** Student's, two-sided, 95 %: within 1 % from 5 degrees of freedom on. */
const quantile = (freedom: number) => 1.96 + 2.4 / freedom + 3.2 / freedom ** 2;

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]) => sumOf(values) / values.length;
