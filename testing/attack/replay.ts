// Captures every signed request of whole journeys, and sends each again from elsewhere.
import type { SignedCall } from '../server/shopper/device.ts';
import { Shopper } from '../server/shopper/shopper.ts';
import type { TestServer } from '../server/app/test-server.ts';
import type { Attack } from './attackers.ts';

type Captured = { shopper: Shopper; name: SignedCall; data: string };

const profile = { name: 'Asha Rao', state: 'Goa', city: 'Panaji', gender: 'female', age: '30' };
const minuteMs = 60_000;

/**
 * @param size journeys. Each has a separate address and block of numbers: otherwise codes would
 * need proofs.
 */
export const replay: Attack = async (server, size) => {
  let requests = 0;
  let tablesChanged = 0;
  let tokens = 0;
  for (let journey = 0; journey < size; journey++) {
    const remoteAddress = `198.18.${journey >> 8}.${journey & 255}`;
    const mobile = String(9_000_000_000 + journey * 1000);
    const captured = await journeyOf(server, mobile, remoteAddress);
    // Not later: after five minutes the time alone would cause a refusal.
    server.time.wall += 2 * minuteMs;
    const before = await fingerprints(server);
    for (const { shopper, name, data } of captured) {
      const thief = new Shopper(server);
      Object.assign(thief, { userKey: shopper.userKey, remoteAddress: '198.51.100.9' });
      const { resp } = await thief.post(name, data);
      if ('accessToken' in resp) tokens += 1;
    }
    const after = await fingerprints(server);
    requests += captured.length;
    tablesChanged += [...after].filter(([table, hash]) => before.get(table) !== hash).length;
  }
  return {
    passLine: 'no table is changed, and no token is given away',
    figures: { journeys: size, requests, tablesChanged, tokens },
    isHeld: tablesChanged === 0 && tokens === 0,
  };
};

async function journeyOf(
  server: TestServer,
  mobile: string,
  remoteAddress: string,
): Promise<Captured[]> {
  const shopper = new Shopper(server);
  Object.assign(shopper, { remoteAddress });
  const captured: Captured[] = [];
  const send = async (name: Captured['name'], fields: Record<string, unknown>) => {
    server.time.wall += 1000;
    const data = shopper.signed(fields);
    captured.push({ shopper, name, data });
    return shopper.post(name, data);
  };
  await shopper.start();
  await send('recordConsent', { agree: 'YES' });
  await send('register', { name: 'Asha Rao', mobile, state: 'Goa', agree1: true });
  server.time.wall += minuteMs;
  await send('resendOtp', {});
  const otp = await shopper.code(mobile);
  await send('verifyOtp', { otp: otp === '000000' ? '000001' : '000000' });
  const { resp } = await send('verifyOtp', { otp });
  shopper.accessToken = String(resp['accessToken']);
  await send('getReward', {});
  await send('editDetails', profile);
  return captured;
}

/** Everything stored, except visits and counts of the thief's network. */
async function fingerprints({ database }: TestServer): Promise<Map<string, string>> {
  const { rows } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'inaam' and table_type = 'BASE TABLE'
       and table_name not in ('visit', 'send_counter')`,
  );
  const hashes = new Map<string, string>();
  for (const { name } of rows) {
    const answer = await database.query<{ hash: string }>(
      `select coalesce(md5(string_agg(line::text, '' order by line::text)), '') as hash from inaam.${name} as line`,
    );
    hashes.set(name, answer.rows[0]?.hash ?? '');
  }
  return hashes;
}
