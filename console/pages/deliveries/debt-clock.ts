import { formatCount } from '../../ui/format.ts';
import type { Verdict } from '../../ui/verdicts.tsx';
import type { Deliveries } from './deliveries-answer.ts';

/** Says how waiting and failed vouchers compare with the promised date. */
export function debtClock({ days, debts, countedMax }: Deliveries): Verdict {
  const older = (than: number) =>
    debts
      .filter((one) => one.days >= than)
      .reduce((sum, { waiting, failed }) => sum + waiting + failed, 0);
  const all = older(0);
  const late = older(days.warning);
  const urgent = older(days.error);
  const atLeast = countedMax === null ? '' : 'at least ';
  if (urgent > 0) {
    return {
      level: 'act',
      text: `${capital(atLeast)}${vouchers(urgent)} ${areOwed(urgent)} for ${days.error} days or more; ${days.promised} days are promised.`,
      todo: 'Help these winners today: load codes, send again what failed, or settle by hand.',
    };
  }
  if (late > 0) {
    return {
      level: 'look',
      text: `${capital(atLeast)}${vouchers(late)} ${areOwed(late)} for ${days.warning} days or more; ${days.promised} days are promised.`,
      todo: 'See below whether codes are missing or why the SMS failed.',
    };
  }
  return {
    level: 'well',
    text:
      all === 0
        ? 'Every winner has their voucher.'
        : `No voucher is owed for more than ${days.warning} days; ${vouchers(all)} ${areOwed(all)} for less.`,
    todo: '',
  };
}

/** By day, oldest first; overdue vouchers share one row. */
export function debtRows({ days, debts }: Deliveries): [string, number, number][] {
  const broken = debts.filter((one) => one.days >= days.promised);
  const sumOf = (kind: 'waiting' | 'failed') => broken.reduce((sum, one) => sum + one[kind], 0);
  const rest = debts.filter((one) => one.days < days.promised);
  const rows = rest.map((one): [string, number, number] => {
    const mark = one.days >= days.error ? ', act now' : one.days >= days.warning ? ', late' : '';
    return [`${daysOf(one.days)}${mark}`, one.waiting, one.failed];
  });
  if (broken.length === 0) return rows;
  const label = `${days.promised}+ days, too late`;
  return [[label, sumOf('waiting'), sumOf('failed')], ...rows];
}

const daysOf = (days: number) =>
  days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const vouchers = (count: number) => `${formatCount(count)} ${count === 1 ? 'voucher' : 'vouchers'}`;
const areOwed = (count: number) => (count === 1 ? 'is owed' : 'are owed');
