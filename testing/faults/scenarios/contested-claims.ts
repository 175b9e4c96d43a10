// Several devices claim the same numbers, codes and rewards at once, from two sites.
import { setTimeout as pause } from 'node:timers/promises';
import type { ShopperServer } from '../../server/shopper/shopper.ts';
import { packCodeOf } from '../../product/packed-campaign.ts';
import type { Product } from '../../product/product.ts';
import type { History } from '../../visitors/history.ts';
import {
  arrive,
  detailsOf,
  recordedShopper,
  registerAndVerify,
  type RecordedShopper,
} from '../../visitors/visitor.ts';

const rounds = 3;
/** Longer than a message that was read before its number was erased can be in flight. */
const inFlightMs = 5000;
/** From one code of a number to the next. */
const codePauseMs = 61_000;
const tenYearsMs = 10 * 365 * 86_400_000;

type Meeting = { servers: readonly ShopperServer[]; history: History };

/** Above those of other visitors. */
const firstSerial = 3_000_000;
let devices = 0;
let numbers = 0;
const newNumber = () => String(7_000_000_000 + (numbers += 1));

/** With `deliver` stopped, so that what is erased here has not been sent. */
export async function claimAtOnce(product: Product, history: History): Promise<void> {
  await product.deliver().stop();
  const meeting = { servers: [product, await product.startSecondServe()], history };
  for (let round = 0; round < rounds; round++) {
    await Promise.all([
      rewardAtTwoSites(meeting, 'Karnataka'),
      rewardAtTwoSites(meeting, 'Tamil Nadu'),
      manyGuesses(meeting),
      manyCodes(meeting),
      withoutConsent(meeting),
      erased(meeting),
      onePackAtTwoSites(meeting),
    ]);
  }
  await Promise.all([pause(inFlightMs), anotherTimeAtOnce(meeting)]);
  await Promise.all([product.startDeliver(), product.startDeliver()]);
}

function device(
  { servers, history }: Meeting,
  mobile: string,
  place = 0,
  serial = firstSerial + devices,
): RecordedShopper {
  devices += 1;
  const server = servers[place % servers.length];
  if (!server) throw new Error('There is no site.');
  const pack = packCodeOf(server, serial);
  return recordedShopper({ number: 1000 + devices, server, history, pack }, mobile);
}

const times = <Result>(count: number, work: (place: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, place) => work(place)));

const spin = ({ shopper, once }: RecordedShopper) =>
  once('getReward', () => shopper.call('getReward'));

/** One device spins on both sites at once; another registers the number in another spelling. */
async function rewardAtTwoSites(meeting: Meeting, state: string): Promise<void> {
  const mobile = newNumber();
  const serial = firstSerial - devices;
  const [one, two] = [device(meeting, mobile, 0, serial), device(meeting, mobile, 1, serial)];
  await arrive(one);
  await registerAndVerify(one, mobile, state);
  // The same tab at the other site.
  const { userKey, dataKey, accessToken } = one.shopper;
  Object.assign(two.shopper, { userKey, dataKey, accessToken });
  const rival = device(meeting, mobile, 1);
  await Promise.all([
    times(4, () => spin(one)),
    times(4, () => spin(two)),
    arrive(rival).then(() => asFarAsLet(rival, `0${mobile}`)),
  ]);
  for (const { shopper, until } of [one, two]) {
    await until('getReward', () => shopper.call('getReward'));
  }
}

/** Registers, and continues if it gets a code. */
async function asFarAsLet({ shopper, once }: RecordedShopper, mobile: string): Promise<void> {
  const registered = await once('register', () =>
    shopper.call('register', detailsOf(shopper, mobile)),
  );
  const otp = registered?.status === 200 && (await shopper.code(mobile).catch(() => undefined));
  if (!otp) return;
  await once('verifyOtp', () => shopper.verifyWith(otp));
  await once('getReward', () => shopper.call('getReward'));
}

/** Four numbers have the code of one pack. */
async function onePackAtTwoSites(meeting: Meeting): Promise<void> {
  const serial = firstSerial - devices;
  const rivals = Array.from({ length: 4 }, (_, place) => {
    const mobile = newNumber();
    return { mobile, rival: device(meeting, mobile, place, serial) };
  });
  const codes = await Promise.all(
    rivals.map(async ({ mobile, rival }) => {
      await arrive(rival);
      const { shopper, until } = rival;
      await until('register', () => shopper.call('register', detailsOf(shopper, mobile)));
      return shopper.code(mobile);
    }),
  );
  await Promise.all(
    rivals.map(async ({ rival: { shopper, once } }, place) => {
      await once('verifyOtp', () => shopper.verifyWith(codes[place] ?? ''));
      await once('getReward', () => shopper.call('getReward'));
    }),
  );
}

/**
 * A rewarded number takes part again: with one code, typed at both sites at once, it does once
 * more, and then no more that day.
 */
async function anotherTimeAtOnce(meeting: Meeting): Promise<void> {
  const mobile = newNumber();
  const takePart = async () => {
    const one = device(meeting, mobile, 0);
    const two = device(meeting, mobile, 1, firstSerial + devices - 1);
    await arrive(one);
    const { shopper, once } = one;
    await once('register', () => shopper.call('register', detailsOf(shopper, mobile)));
    const otp = await shopper.code(mobile).catch(() => undefined);
    if (otp === undefined) return;
    const { userKey, dataKey } = shopper;
    Object.assign(two.shopper, { userKey, dataKey });
    await Promise.all(
      [one, two].map((each) => each.once('verifyOtp', () => each.shopper.verifyWith(otp))),
    );
    await Promise.all([one, two].map(spin));
  };
  for (let time = 0; time < 3; time++) {
    await takePart();
    await pause(codePauseMs);
  }
}

/** More concurrent wrong codes than may be compared. */
async function manyGuesses(meeting: Meeting): Promise<void> {
  const mobile = newNumber();
  const { shopper, once, until } = device(meeting, mobile, 1);
  await arrive({ shopper, once, until });
  await until('register', () => shopper.call('register', detailsOf(shopper, mobile)));
  const right = Number(await shopper.code(mobile));
  await times(14, (place) => {
    const otp = String((right + 1 + place) % 1_000_000).padStart(6, '0');
    const tried = shopper.signed({ otp });
    return once('guess', () => shopper.post('verifyOtp', tried));
  });
}

async function manyCodes(meeting: Meeting): Promise<void> {
  const mobile = newNumber();
  await times(8, async (place) => {
    const { shopper, once, until } = device(meeting, mobile, place);
    await arrive({ shopper, once, until });
    await once('register', () => shopper.call('register', detailsOf(shopper, mobile)));
  });
}

/** Continues until refused. Also has a phone whose clock is ten years off. */
async function withoutConsent(meeting: Meeting): Promise<void> {
  const mobile = newNumber();
  const { shopper, once, until } = device(meeting, mobile);
  await until('startSession', () => shopper.start());
  for (const skewMs of [-tenYearsMs, tenYearsMs]) {
    const call = shopper.signed({ agree: 'NO' }, { t: Date.now() + skewMs });
    await once('recordConsent', () => shopper.post('recordConsent', call), { skewMs });
  }
  await asFarAsLet({ shopper, once, until }, mobile);
}

/** Erased before the voucher is sent, and back on another device. */
async function erased(meeting: Meeting): Promise<void> {
  const mobile = newNumber();
  const first = device(meeting, mobile);
  await arrive(first);
  await registerAndVerify(first, mobile);
  await first.until('getReward', () => first.shopper.call('getReward'));
  await first.until('eraseData', () => first.shopper.call('eraseData'));
  const again = device(meeting, mobile, 1);
  await arrive(again);
  await asFarAsLet(again, mobile);
}
