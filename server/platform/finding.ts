export type Finding = {
  /** The subject of the check, for example `stock`. */
  check: string;
  /** `skipped`: a prerequisite is missing, which `found` names. */
  state: 'ok' | 'warning' | 'fault' | 'skipped';
  /** One line, without numbers, names, codes or keys. */
  found: string;
  /** The remedy, unless `found` contains it already. */
  mend?: string | undefined;
};

export const checkOf = (check: string) => ({
  ok: (found: string): Finding => ({ check, state: 'ok', found }),
  skipped: (found: string, mend?: string): Finding => ({ check, state: 'skipped', found, mend }),
  warning: (found: string, mend: string): Finding => ({ check, state: 'warning', found, mend }),
  fault: (found: string, mend?: string): Finding => ({ check, state: 'fault', found, mend }),
});

/** An InaamError's message contains its remedy. */
export const oneLine = (message: string) => message.replaceAll(/\s*\n\s*/g, ' ');
