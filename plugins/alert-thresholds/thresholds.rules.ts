/** By name: what it is, the smallest and the largest number. */
export const ranges = {
  budgetLook: ['Look, budget granted (%)', 1, 100],
  budgetAct: ['Act, budget granted (%)', 1, 100],
  stockLook: ['Look, stock under (days)', 1, 90],
  stockAct: ['Act, stock under (days)', 1, 90],
  codeMinutes: ['Act, OTP waits over (min)', 1, 60],
  failedPercent: ['Look, vouchers failed (%)', 1, 100],
} as const;
export type Name = keyof typeof ranges;
const isName = (name: string): name is Name => Object.hasOwn(ranges, name);
export const names: readonly Name[] = Object.keys(ranges).filter(isName);

/** Null: nothing is entered, or it is off. */
export type Thresholds = Readonly<Record<Name, number | null>>;

/** What is wrong with each that is wrong. */
export function faultsOf(entered: Thresholds): Partial<Record<Name, string>> {
  const faults: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const [, least, most] = ranges[name];
    const value = entered[name];
    const orNothing = name === 'failedPercent' ? ', or nothing' : '';
    const isRight = Number.isInteger(value) && least <= Number(value) && Number(value) <= most;
    if (isRight || (value === null && orNothing)) continue;
    faults[name] = `Enter a whole number from ${least} to ${most}${orNothing}.`;
  }
  const isAfter = (less: Name, more: Name) =>
    faults[less] || faults[more] || Number(entered[more]) > Number(entered[less]);
  if (!isAfter('budgetLook', 'budgetAct')) faults.budgetAct = 'Enter more than for look.';
  if (!isAfter('stockAct', 'stockLook')) faults.stockAct = 'Enter fewer days than for look.';
  return faults;
}
