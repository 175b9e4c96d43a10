// A shopper who retries until there is a response, like the page, and records everything.
import { setTimeout as pause } from 'node:timers/promises';
import { bonusesOf } from '@inaam/campaigns/loader/plugin-files.ts';
import type { Answered } from '../server/shopper/device.ts';
import { questionIdOf } from '../server/shopper/asked-shopper.ts';
import { Shopper, type ShopperServer } from '../server/shopper/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';
import { recorded, type History } from './history.ts';

const againMs = 200;
const usualPatienceMs = 90_000;
/** The phone gets its code even while the database is down. */
const codeMs = 120_000;
/** Visitors without a code leave no later than a database outage ends. */
const leaveMs = 15_000;
const devicesMax = 6;

export type Visitor = {
  number: number;
  server: ShopperServer;
  history: History;
  state?: string;
  /** The code of the pack, where packs have one. */
  pack?: string | undefined;
  /** Somebody else has it, too: after several of them the answer does not tell what is wrong. */
  isPassed?: boolean;
  /** How long each call is retried. */
  patienceMs?: number | undefined;
  /** If a session or a code may end meanwhile: returns on a new device. */
  comesAgain?: boolean;
  /**
   * With its tries used up, a number gets no ordinary code on another device for a while: leaves.
   */
  leavesWithoutCode?: boolean;
};

/** `until` retries until the response is 200; `once` does not retry. */
export type RecordedShopper = {
  shopper: Shopper;
  once: (call: string, ask: () => Promise<Answered>, more?: More) => Promise<Answered | undefined>;
  /** @throws GaveUp if it takes longer than anybody would wait */
  until: (call: string, ask: Ask, more?: More) => Promise<Answered>;
};
type Ask = (last?: Answered) => Promise<Answered>;
type More = { state?: string; skewMs?: number };

/** Somebody else was faster with the code of this pack. */
class PackUsed extends Error {}

/** There was no response for as long as anybody would wait. It is in the history. */
class GaveUp extends Error {}

/** The device's session or code has expired. */
class DeviceOver extends Error {
  readonly isRewarded: boolean;

  constructor(messageId: string) {
    super(messageId);
    this.isRewarded = messageId === 'participationLimit';
  }
}

/** @param visitor its number determines the network address */
export function recordedShopper(visitor: Visitor, mobile: string): RecordedShopper {
  const { number, server, history, patienceMs = usualPatienceMs } = visitor;
  const clock = phoneClock(server);
  const shopper = new Shopper({ ...server, time: clock });
  shopper.remoteAddress = `10.8.${Math.floor(number / 250)}.${(number % 250) + 1}`;
  shopper.pack = visitor.pack;
  const ofPack = visitor.pack === undefined ? {} : { pack: visitor.pack };
  const operation = (call: string) => ({
    process: number,
    call,
    mobile,
    userKey: shopper.userKey,
    ...ofPack,
  });
  // The user key is known after the first call.
  const once: RecordedShopper['once'] = async (call, ask, more = {}) => {
    const answer = await recorded(history, () => ({ ...operation(call), ...more }), ask);
    if (answer) clock.correct(answer);
    return answer;
  };
  return {
    shopper,
    once,
    until: async (call, ask, more) => {
      const deadline = Date.now() + patienceMs;
      let last: Answered | undefined;
      for (;;) {
        const kept = last;
        last = await once(call, () => ask(kept), more);
        if (last?.status === 200) return last;
        const used = visitor.isPassed ? /alreadyRegistered|invalidCode/ : /alreadyRegistered/;
        if (used.test(String(last?.resp['messageId']))) throw new PackUsed();
        if (visitor.comesAgain && last && isOver(last)) {
          throw new DeviceOver(String(last.resp['messageId']));
        }
        if (Date.now() > deadline) {
          history.note(`gave up: ${call} of ${mobile} answered ${last?.status ?? 0} until the end`);
          throw new GaveUp(`${call} was answered ${last?.status ?? 0} until the end.`);
        }
        await pause(againMs);
      }
    },
  };
}

/** Follows the server's clock, like the page. */
function phoneClock({ time }: ShopperServer) {
  let offsetMs = 0;
  return {
    get wall() {
      return time.wall + offsetMs;
    },
    correct({ resp }: Answered) {
      const { serverTime } = resp;
      if (typeof serverTime === 'number') offsetMs = serverTime - time.wall;
    },
  };
}

function isOver({ status, resp: { serverTime, messageId } }: Answered): boolean {
  // If it has a time, only the clock was wrong.
  if (status === 401) return serverTime === undefined;
  return ['expiredOtp', 'invalidData', 'participationLimit'].includes(String(messageId));
}

class NoCode extends DeviceOver {
  constructor() {
    super('There is no code.');
  }
}

/**
 * From the visit to the reward, which is requested twice.
 * @throws GaveUp
 */
export async function visit(visitor: Visitor, mobile: string): Promise<void> {
  for (let device = 1; device <= devicesMax; device++) {
    try {
      await play(visitor, mobile);
      return;
    } catch (error) {
      if (error instanceof PackUsed) return;
      if (error instanceof NoCode && device > 1 && visitor.leavesWithoutCode) {
        visitor.history.note(`left: no other code came for ${mobile}`);
        return;
      }
      if (!(error instanceof DeviceOver)) throw error;
      if (error.isRewarded) return;
    }
  }
  visitor.history.note(`gave up: ${mobile} came on ${devicesMax} devices`);
  throw new GaveUp(`${devicesMax} devices got no reward.`);
}

async function play(visitor: Visitor, mobile: string): Promise<void> {
  const device = recordedShopper(visitor, mobile);
  const { shopper, until } = device;
  await arrive(device);
  const limitMs = visitor.leavesWithoutCode ? leaveMs : codeMs;
  await registerAndVerify({ shopper, until }, mobile, visitor.state, limitMs);
  await until('getReward', () => shopper.call('getReward'));
  await until('getReward', () => shopper.call('getReward'));
  if (bonusesOf(shopper.server.campaign).length > 0) await answerQuestion(device);
}

export async function arrive({ shopper, until }: RecordedShopper): Promise<void> {
  await until('startSession', () => shopper.start());
  await until('recordConsent', () => shopper.call('recordConsent', { agree: 'YES' }));
}

/** Twice, and then otherwise. */
async function answerQuestion({ shopper, once, until }: RecordedShopper): Promise<void> {
  const { resp } = await until('getQuestion', () => shopper.call('getQuestion'));
  const questionId = questionIdOf(resp['question']);
  if (questionId === undefined) return;
  // Of three options, the first or the second is right.
  const selectedAnswer = Math.floor(Math.random() * 2);
  const answer = () => shopper.call('answerQuestion', { questionId, selectedAnswer });
  await until('answerQuestion', answer);
  await until('answerQuestion', answer);
  const other = { questionId, selectedAnswer: selectedAnswer + 1 };
  await once('answerQuestion', () => shopper.call('answerQuestion', other));
}

export const detailsOf = ({ pack }: Shopper, mobile: string, state = 'Karnataka') => ({
  name: 'Asha Rao',
  mobile,
  state,
  agree1: true,
  limit: '',
  ...(pack !== undefined && { pack }),
});

export async function registerAndVerify(
  { shopper, until }: Pick<RecordedShopper, 'shopper' | 'until'>,
  mobile: string,
  state = 'Karnataka',
  limitMs = codeMs,
): Promise<void> {
  const details = detailsOf(shopper, mobile, state);
  await until('register', () => shopper.call('register', details), { state });
  const otp = await waitUntil(() => shopper.code(mobile).catch(() => undefined), limitMs).catch(
    () => {
      throw new NoCode();
    },
  );
  // Automatic repeats reuse the request, so that it is not counted as another try, until a refusal
  // says that only a new one helps.
  let tried = shopper.signed({ otp });
  await until('verifyOtp', (last) => {
    if (last?.status === 429 || last?.status === 401) tried = shopper.signed({ otp });
    return verify(shopper, tried);
  });
}

async function verify(shopper: Shopper, tried: string): Promise<Answered> {
  const answer = await shopper.post('verifyOtp', tried);
  const { accessToken } = answer.resp;
  if (typeof accessToken === 'string') shopper.accessToken = accessToken;
  return answer;
}

/** A visitor who gives up is in the history, where the checker finds it. */
export async function visitUnlessGivenUp(visitor: Visitor, mobile: string): Promise<void> {
  await visit(visitor, mobile).catch((error: unknown) => {
    if (!(error instanceof GaveUp)) throw error;
  });
}
