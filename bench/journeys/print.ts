import type { Statement } from './instruments/database-statistics.ts';
import type { Ratio } from './ratios.ts';
import type { Stage } from './stage.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

export function printStage(stage: Stage): void {
  const { order, circumstance, perSecond, recorded } = stage;
  const load = order.arrivals === undefined ? `${order.atOnce} at once` : `${order.arrivals} come`;
  const title = [order.contender, load, circumstance].filter(Boolean).join(', ');
  say(`\n${title}: ${perSecond} a second`);
  for (const [name, { count, p50, p99 }] of Object.entries(recorded.steps)) {
    say(`  ${name.padEnd(16)} p50 ${ms(p50)}  p99 ${ms(p99)}  of ${count}`);
  }
  const { processor, database, network } = stage;
  const groups = { 'processor, microseconds': processor, PostgreSQL: database, network };
  for (const [group, figures] of Object.entries(groups)) {
    const each = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
    if (each.length > 0) say(`  ${group} each: ${each.join(', ')}`);
  }
  const errors = Object.entries(recorded.errors).map(([kind, count]) => `${count} x ${kind}`);
  say(`  errors: ${errors.join(', ') || 'none'}`);
}

export function printRatios(ratios: readonly Ratio[]): void {
  for (const { of, atOnce, figure, median, least, most } of ratios) {
    say(`${of}, ${atOnce} at once, ${figure}: ${median} (${least} to ${most})`);
  }
}

const ms = (value: number) => `${value.toFixed(1).padStart(8)} ms`;

export function printDearest(dearest: readonly Statement[]): void {
  say('\nthe dearest statements: ms in all, calls, text');
  for (const { ms: total, calls, query } of dearest) {
    say(`${total.toFixed(0).padStart(7)} ${String(calls).padStart(7)}  ${query.slice(0, 110)}`);
  }
}
