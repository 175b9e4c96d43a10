export type Finding = {
  /** What was looked at: `stock`. */
  check: string;
  /** `skipped`: it needs something that is missing here, which `found` names. */
  state: 'ok' | 'warning' | 'fault' | 'skipped';
  /** One line, without numbers, names, codes or keys. */
  found: string;
  /** What to do, where `found` does not say it already. */
  mend?: string;
};

/** A check that knows its own name. */
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
