import type { CommandContext } from './command-context.ts';

export type Progress = {
  /** @param share of the work that is done, 0 to 1; undefined: unknown */
  show: (what: string, share?: number) => void;
  clear: () => void;
};

const intervalMs = 200;
const clearLine = '\r\u001B[2K';

/** Of whatever progress is there, so that an error does not stand behind it. */
export function clearProgress(errors: CommandContext['errors']): void {
  if (errors.isTTY === true) errors.write(clearLine);
}

/** Shows long work on one line of a terminal, elsewhere one line for each step. */
export function createProgress({ errors }: Pick<CommandContext, 'errors'>): Progress {
  if (errors.isTTY !== true) return linePerStep(errors);
  let shown: { what: string; at: number } | undefined;
  return {
    show(what, share) {
      const at = performance.now();
      if (shown?.what === what && at - shown.at < intervalMs) return;
      shown = { what, at };
      const percent = share === undefined ? '…' : ` ${Math.floor(share * 100)} %`;
      // A line that wraps could not be cleared.
      const room = (errors.columns ?? 80) - percent.length - 1;
      errors.write(`${clearLine}${what.slice(0, room)}${percent}`);
    },
    clear() {
      if (shown) errors.write(clearLine);
      shown = undefined;
    },
  };
}

function linePerStep(errors: CommandContext['errors']): Progress {
  let last: string | undefined;
  return {
    show(what) {
      if (what !== last) errors.write(`${what}.\n`);
      last = what;
    },
    clear: () => undefined,
  };
}
