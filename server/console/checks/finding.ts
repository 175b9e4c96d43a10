export type Finding = {
  /** What was checked, such as `stock`. */
  check: string;
  /** `skipped`: something that it needs is missing here; `found` names it. */
  state: 'ok' | 'warning' | 'fault' | 'skipped';
  /** One line, without numbers, names, codes or keys. */
  found: string;
  /** The remedy, unless `found` contains it already. */
  mend?: string;
};

/** Makes the findings of one check. */
export const checkOf = (check: string) => ({
  ok: (found: string): Finding => ({ check, state: 'ok', found }),
  skipped: (found: string, mend?: string): Finding => ({
    check,
    state: 'skipped',
    found,
    ...(mend === undefined ? {} : { mend }),
  }),
  warning: (found: string, mend: string): Finding => ({ check, state: 'warning', found, mend }),
  fault: (found: string, mend?: string): Finding => ({
    check,
    state: 'fault',
    found,
    ...(mend === undefined ? {} : { mend }),
  }),
});
