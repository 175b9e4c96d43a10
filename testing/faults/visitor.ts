// A shopper who asks again until there is an answer, as the page does, and writes it all down.
import { setTimeout as pause } from 'node:timers/promises';
import { Shopper, type Answered, type ShopperServer } from '../server/shopper.ts';
import type { History } from './history.ts';

const againMs = 200;
const patienceMs = 90_000;

export type Visitor = { number: number; server: ShopperServer; history: History };

/**
 * From the visit to the reward, which is asked for twice.
 * @throws Error if it takes longer than anybody would wait
 */
export async function visit({ number, server, history }: Visitor, mobile: string): Promise<void> {
  const shopper = new Shopper(server);
  shopper.remoteAddress = `10.8.${Math.floor(number / 250)}.${(number % 250) + 1}`;
  const deadline = Date.now() + patienceMs;
  const until = async (call: string, ask: () => Promise<Answered>): Promise<Answered> => {
    for (;;) {
      const operation = { process: number, call, mobile, userKey: shopper.userKey };
      history.invoke(operation);
      const answer = await ask().catch(() => undefined);
      const status = answer?.status ?? 0;
      const after = { ...operation, userKey: shopper.userKey };
      if (answer && status === 200) {
        const value = answer.resp['winType'];
        history.complete(after, {
          kind: 'ok',
          ...(typeof value === 'string' || typeof value === 'number'
            ? { value: String(value) }
            : {}),
        });
        return answer;
      }
      history.complete(after, { kind: status >= 400 && status < 500 ? 'fail' : 'unknown', status });
      if (Date.now() > deadline) throw new Error(`${call} answered ${status} until the end.`);
      await pause(againMs);
    }
  };
  await until('startSession', () => shopper.start());
  await until('recordConsent', () => shopper.call('recordConsent', { agree: 'YES' }));
  const details = { name: 'Asha Rao', mobile, state: 'Karnataka', agree1: true, limit: '' };
  await until('register', () => shopper.call('register', details));
  const code = await shopper.code(mobile);
  // What the page repeats by itself is the same request, so that it is not counted as another try.
  const tried = shopper.signed({ otp: code });
  await until('verifyOtp', () => verify(shopper, tried));
  await until('getReward', () => shopper.call('getReward'));
  await until('getReward', () => shopper.call('getReward'));
}

async function verify(shopper: Shopper, tried: string): Promise<Answered> {
  const answer = await shopper.post('verifyOtp', tried);
  const { accessToken } = answer.resp;
  if (typeof accessToken === 'string') shopper.accessToken = accessToken;
  return answer;
}
