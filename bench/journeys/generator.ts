// The load generator, a separate process: a number of simultaneous shoppers, each of whom begins a
// new journey when the last one has ended. It is also the gateway at which the SMS arrive.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { openDatabase } from '@inaam/server/database/database.ts';
import { skipLedgerChecks } from '@inaam/testing/server/database/database-outage.ts';
import { stageOrder, type Contender, type Report, type StageOrder } from './generator-messages.ts';
import { signInWithBetterAuth } from './peers/better-auth-client.ts';
import { writeJourney } from './peers/plain-transactions.ts';
import { neverEnded, startInbox, StepError } from './shoppers/inbox.ts';
import { Recorder } from './shoppers/recorder.ts';
import { signIn, wholeJourney, type Outcome, type Tools } from './shoppers/shopper.ts';

/** After a failure, so that an outage is no busy loop. */
const afterErrorMs = 50;
/** Another start each time: a database may be measured again. */
let lastMobile = 6_000_000_000 + (Math.floor(Date.now() / 1000) % 300_000) * 3000;
const newMobile = () => String((lastMobile += 1));

const inbox = await startInbox();
/** As long as a shopper waits for an SMS. */
const patience = { headersTimeout: 30_000, bodyTimeout: 30_000 };
const tell = (report: Report) => void process.send?.(report);
process.on('message', (order) => void play(stageOrder.parse(order)));
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready', gateway: inbox.address });

async function play(order: StageOrder): Promise<void> {
  const recorder = new Recorder();
  const outcomes: Outcome[] = [];
  const ending = new AbortController();
  const { contender, address } = order;
  const database = contender === 'plain' ? openDatabase(address) : undefined;
  // Its entries and rows are not compared with each other: that is one of the rules.
  if (database) await skipLedgerChecks(database);
  /** Walks once, and again while `isAgain`. */
  const walk = async (isAgain: () => boolean) => {
    const client = database ? undefined : new Client(address, { pipelining: 1, ...patience });
    const once = client
      ? () => walkOf(contender, { client, inbox, recorder })
      : async () => database && writeJourney(database);
    do {
      const outcome = await recordWalk(once, recorder);
      if (outcome) outcomes.push(outcome);
    } while (isAgain());
    await client?.close();
  };
  const slots =
    order.arrivals === undefined
      ? Array.from({ length: order.atOnce }, async (_, place) => {
          await pause((order.rampMs * place) / order.atOnce);
          await walk(() => !ending.signal.aborted);
        })
      : [letArrive(order.arrivals, ending.signal, () => walk(() => false))];
  await pause(order.rampMs);
  recorder.isOpen = true;
  const openedAt = performance.now();
  tell({ kind: 'opened' });
  await pause(order.windowMs);
  recorder.isOpen = false;
  tell({ kind: 'closed', windowMs: performance.now() - openedAt });
  ending.abort();
  await Promise.all(slots);
  await database?.end();
  tell({
    kind: 'finished',
    recorded: recorder.result(),
    outcomes,
    repeatedSms: inbox.repeated(),
    askedAgain: inbox.askedAgain(),
  });
}

async function letArrive(
  perSecond: number,
  signal: AbortSignal,
  begin: () => Promise<void>,
): Promise<void> {
  const from = performance.now();
  const underWay: Promise<void>[] = [];
  while (!signal.aborted) {
    const due = from + (1000 * underWay.length) / perSecond - performance.now();
    if (due > 0) await pause(due);
    underWay.push(begin());
  }
  await Promise.all(underWay);
}

type Walked = Outcome | undefined | void;

async function walkOf(contender: Contender, tools: Tools): Promise<Walked> {
  const mobile = newMobile();
  if (contender === 'betterAuth') return signInWithBetterAuth(mobile, tools);
  if (contender === 'journey') return wholeJourney(mobile, tools);
  await signIn(mobile, tools);
  return undefined;
}

async function recordWalk(
  walk: () => Promise<Walked>,
  recorder: Recorder,
): Promise<Outcome | undefined> {
  const from = performance.now();
  try {
    const outcome = await walk();
    recorder.step('whole', performance.now() - from);
    recorder.journey();
    return outcome ?? undefined;
  } catch (error) {
    recorder.error(kindOf(error));
    await pause(afterErrorMs);
    return undefined;
  }
}

function kindOf(error: unknown): string {
  if (error instanceof StepError) return error.kind;
  if (error instanceof Error && 'code' in error) {
    const code = String(error.code);
    return /_(?:HEADERS|BODY)_TIMEOUT$/.test(code) ? `${neverEnded}: ${code}` : code;
  }
  return error instanceof Error ? error.name : 'unknown';
}
