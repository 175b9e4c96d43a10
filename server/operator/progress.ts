import type { CommandContext } from './command-context.ts';

export type Progress = {
  /** @param share of the work that is done, 0 to 1; undefined: unknown */
  show: (what: string, share?: number) => void;
  clear: () => void;
};

const intervalMs = 200;
const clearLine = '\r\u001B[2K';

/** Shows the progress of long work on one line of a terminal; without a terminal, nothing. */
export function createProgress({ errors }: Pick<CommandContext, 'errors'>): Progress {
  if (errors.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  let shown: { what: string; at: number } | undefined;
  return {
    show(what, share) {
      const at = performance.now();
      if (shown?.what === what && at - shown.at < intervalMs) return;
      shown = { what, at };
      const percent = share === undefined ? '…' : ` ${Math.floor(share * 100)} %`;
      errors.write(`${clearLine}${what}${percent}`);
    },
    clear() {
      if (shown) errors.write(clearLine);
      shown = undefined;
    },
  };
}
