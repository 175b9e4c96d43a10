// An attacker registers winners' and strangers' numbers, and compares everything visible.
import { newMobile, Shopper } from '../server/shopper/shopper.ts';
import type { TestServer } from '../server/app/test-server.ts';
import type { Attack } from './attackers.ts';

const dayMs = 86_400_000;

/** @param size pairs of a winner and a stranger */
export const probing: Attack = async (server, size) => {
  let different = 0;
  let winnerSlower = 0;
  for (let pair = 0; pair < size; pair++) {
    const mobile = newMobile();
    const winner = new Shopper(server);
    await winner.verify(mobile);
    await winner.call('getReward');
    server.time.wall += dayMs;
    const isFirst = pair % 2 === 0;
    const first = await probe(server, isFirst ? mobile : newMobile());
    const second = await probe(server, isFirst ? newMobile() : mobile);
    const [won, strange] = isFirst ? [first, second] : [second, first];
    if (won.seen !== strange.seen) different += 1;
    if (won.ms > strange.ms) winnerSlower += 1;
  }
  // Four standard deviations of a fair coin: once in 16,000 runs by chance.
  const isTimeEven = Math.abs(winnerSlower - size / 2) <= 2 * Math.sqrt(size);
  return {
    passLine:
      'answers and rows are the same; the winner is the slower one of a pair no more often than a coin shows heads',
    figures: { pairs: size, different, winnerSlower },
    isHeld: different === 0 && isTimeEven,
  };
};

async function probe(server: TestServer, mobile: string): Promise<{ seen: string; ms: number }> {
  const shopper = new Shopper(server);
  await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
  const registration = { name: 'Asha Rao', mobile, state: 'Goa', agree1: true };
  const from = performance.now();
  const answers = [await shopper.call('register', registration)];
  const ms = performance.now() - from;
  answers.push(await shopper.call('register', registration));
  const wrong = (await shopper.code(mobile)) === '000000' ? '000001' : '000000';
  answers.push(await shopper.call('verifyOtp', { otp: wrong }));
  const { rows } = await server.database.query(
    `select tries, code_used_at, verified_at,
       (select count(*) from inaam.message where message.user_key = challenge.user_key) as messages
     from inaam.challenge where user_key = $1`,
    [shopper.userKey],
  );
  const seen = answers.map(({ status, resp }) => ({ status, resp }));
  return { seen: JSON.stringify([seen, rows]), ms };
}
