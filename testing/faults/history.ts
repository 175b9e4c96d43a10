import { appendFileSync } from 'node:fs';

type Operation = {
  /** Of one visitor, who does one thing after another. */
  process: number;
  call: string;
  mobile: string;
  userKey: string;
};

/** `unknown`: it may have happened. */
type Outcome = { kind: 'ok'; value?: string } | { kind: 'fail' | 'unknown'; status: number };

/** What clients saw, one line per event, appended at once: it survives whatever happens. */
export type History = {
  invoke(operation: Operation): void;
  complete(operation: Operation, outcome: Outcome): void;
  /** What the run did to the product. */
  note(fault: string): void;
};

export function openHistory(file: string): History {
  const write = (event: object) =>
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), ...event })}\n`);
  return {
    invoke: (operation) => write({ ...operation, kind: 'invoke' }),
    complete: (operation, outcome) => write({ ...operation, ...outcome }),
    note: (fault) => write({ kind: 'fault', fault }),
  };
}
