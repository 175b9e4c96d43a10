import { appendFileSync } from 'node:fs';
import type { Answered } from '../server/shopper/device.ts';

export type Operation = {
  /** Of one visitor, whose actions are sequential. */
  process: number;
  call: string;
  mobile: string;
  userKey: string;
  /** Of a registration. */
  state?: string;
  /** Error of the phone's clock, ms. */
  skewMs?: number;
  /** The code of the pack, where packs have one. */
  pack?: string;
};

/** `unknown`: it may have happened. */
type Outcome =
  | { kind: 'ok'; value?: string }
  | { kind: 'fail'; status: number; messageId?: string }
  | { kind: 'unknown'; status: number };

/** Details for the checker. */
type Evidence = {
  /** How far the database's clock was set back, ms. */
  setBackMs?: number;
};

/** What clients saw, one line per event, appended at once, so that it survives any crash. */
export type History = {
  invoke(operation: Operation): void;
  complete(operation: Operation, outcome: Outcome): void;
  /** What the run did to the product. */
  note(fault: string, more?: Evidence): void;
  /** Number of calls with the expected response. */
  answered(): number;
};

export function openHistory(file: string): History {
  const write = (event: object) =>
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), ...event })}\n`);
  let answered = 0;
  return {
    invoke: (operation) => write({ ...operation, kind: 'invoke' }),
    complete: (operation, outcome) => {
      write({ ...operation, ...outcome });
      if (outcome.kind === 'ok') answered += 1;
    },
    note: (fault, more = {}) => write({ kind: 'fault', fault, ...more }),
    answered: () => answered,
  };
}

/** @returns undefined if there was no response */
export async function recorded(
  history: History,
  operation: () => Operation,
  ask: () => Promise<Answered>,
): Promise<Answered | undefined> {
  history.invoke(operation());
  const answer = await ask().catch(() => undefined);
  history.complete(operation(), outcomeOf(answer));
  return answer;
}

function outcomeOf(answer: Answered | undefined): Outcome {
  const status = answer?.status ?? 0;
  if (answer && status === 200) {
    // The answer to a question is worth its bonus, or 0.
    const value = answer.resp['winType'] ?? answer.resp['bonus'];
    const isReward = typeof value === 'string' || typeof value === 'number';
    return isReward ? { kind: 'ok', value: String(value) } : { kind: 'ok' };
  }
  if (!answer || status < 400 || status >= 500) return { kind: 'unknown', status };
  const { messageId } = answer.resp;
  return { kind: 'fail', status, ...(typeof messageId === 'string' ? { messageId } : {}) };
}
