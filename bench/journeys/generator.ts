// The load generator, a process of its own: a number of shoppers at once, each of whom begins a new
// journey when the last one has ended. It also is the gateway that the SMS arrive at.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { stageOrder, type Report, type StageOrder } from './generator-messages.ts';
import { Recorder } from './recorder.ts';
import { Shopper, type Outcome, type Tools } from './shopper.ts';
import { JourneyError, startSmsGateway } from './sms-gateway.ts';

/** After a failure, so that an outage is no busy loop. */
const afterErrorMs = 50;
let lastMobile = 6_000_000_000;
const newMobile = () => String((lastMobile += 1));

const gateway = await startSmsGateway();
const tell = (report: Report) => void process.send?.(report);
process.on('message', (order) => void play(stageOrder.parse(order)));
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready', gateway: gateway.address });

async function play(order: StageOrder): Promise<void> {
  const recorder = new Recorder();
  const outcomes: Outcome[] = [];
  const ending = new AbortController();
  const slots = Array.from({ length: order.atOnce }, async (_, place) => {
    const address = order.addresses[place % order.addresses.length] ?? '';
    const client = new Client(address, { pipelining: 1 });
    while (!ending.signal.aborted) {
      const outcome = await walk(order, { client, gateway, recorder });
      if (outcome) outcomes.push(outcome);
    }
    await client.close();
  });
  await pause(order.rampMs);
  recorder.isOpen = true;
  const openedAt = performance.now();
  tell({ kind: 'opened' });
  await pause(order.windowMs);
  recorder.isOpen = false;
  tell({ kind: 'closed', windowMs: performance.now() - openedAt });
  ending.abort();
  await Promise.all(slots);
  tell({
    kind: 'finished',
    recorded: recorder.result(),
    outcomes,
    repeatedSms: gateway.repeated(),
    unclaimedSms: gateway.unclaimed(),
  });
}

async function walk({ contender }: StageOrder, tools: Tools): Promise<Outcome | undefined> {
  const { recorder } = tools;
  const shopper = new Shopper(newMobile(), tools);
  const from = performance.now();
  try {
    const outcome = contender === 'journey' ? await shopper.wholeJourney() : await shopper.signIn();
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
  if (error instanceof JourneyError) return error.kind;
  if (error instanceof Error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : 'unknown';
}
