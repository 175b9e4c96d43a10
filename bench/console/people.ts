// Turns a few of the filled-in shoppers into people whom the console's keys can decrypt and find.
import { readConsoleConfig } from '@inaam/server/main/settings/console-config.ts';
import { loaderKeysOf, numberKeysOf } from '@inaam/server/platform/keys.ts';
import { sealPersonalData } from '@inaam/server/platform/personal-data.ts';
import { openDatabase, transaction } from '@inaam/server/database/database.ts';
import { sealVoucher } from '@inaam/server/vouchers/seal-voucher.ts';

export type Person = { mobile: string; index: string; pseudonym: string; voucher: string };

const campaign = 'biscuit-2025';

/** Half of them came in the last week, of whose devices more is stored. */
export async function makePeople(
  url: string,
  variables: Record<string, string>,
  { shoppers, count }: { shoppers: number; count: number },
): Promise<Person[]> {
  const { secrets } = readConsoleConfig(variables);
  const keys = { ...numberKeysOf(secrets, campaign), ...loaderKeysOf(secrets, campaign) };
  const database = openDatabase(url, 1);
  const people = placesOf(shoppers, count).map((place, at) => {
    const mobile = String(9_000_000_000 + at);
    return { place, mobile, mobileIndex: keys.mobileIndex(mobile), code: codeOf(at) };
  });
  const made = await transaction(database, async (connection) => {
    await connection.query('set session_replication_role = replica; set statement_timeout = 0');
    const all: Person[] = [];
    for (const { place, mobile, mobileIndex, code } of people) {
      const { rows } = await connection.query<{ pseudonym: Buffer; former: Buffer }>(
        `update inaam.participant set mobile_index = $2 from (
           select pseudonym, mobile_index as former from inaam.participant
           where campaign = '${campaign}' and pseudonym = decode(md5($1::text), 'hex')) as known
         where participant.campaign = '${campaign}' and participant.pseudonym = known.pseudonym
         returning participant.pseudonym, former`,
        [place, mobileIndex],
      );
      const [row] = rows;
      if (!row) throw new Error(`Shopper ${place} was not filled in.`);
      const { pseudonym, former } = row;
      for (const table of ['mobile_limits', 'challenge', 'message']) {
        await connection.query(
          `update inaam.${table} set mobile_index = $1 where mobile_index = $2 and campaign = '${campaign}'`,
          [mobileIndex, former],
        );
      }
      const typed = { mobile, name: 'Asha Rao', state: 'Kerala' };
      const { mobileSealed, nameSealed } = sealPersonalData(keys, typed, pseudonym);
      await connection.query(
        `update inaam.personal_data set mobile_sealed = $2, name_sealed = $3
         where campaign = '${campaign}' and pseudonym = $1`,
        [pseudonym, mobileSealed, nameSealed],
      );
      const sealed = sealVoucher(keys, { code, amount: 3 });
      await connection.query(
        `update inaam.voucher set code_index = decode($2, 'hex'), code_sealed = decode($3, 'hex'), end_index = decode($4, 'hex')
         where campaign = '${campaign}' and pseudonym = $1`,
        [pseudonym, sealed.codeIndex, sealed.codeSealed, sealed.endIndex],
      );
      all.push({
        mobile,
        index: mobileIndex.toString('hex'),
        pseudonym: pseudonym.toString('hex'),
        voucher: code,
      });
    }
    return all;
  });
  await database.end();
  return made;
}

const codeOf = (at: number) => `BENCH-${String(100_000 + at)}`;

/** Whose voucher arrived: none of them was erased, and none waits. */
function placesOf(shoppers: number, count: number): number[] {
  const places = new Set<number>();
  for (let at = 0; places.size < count; at += 1) {
    const share = at % 2 === 0 ? 0.97 + (at % 29) / 1500 : (at % 97) / 101;
    let place = Math.max(1, Math.floor(shoppers * share)) + at;
    while (!hasArrived(place)) place += 1;
    places.add(place);
  }
  return [...places];
}

const hasArrived = (place: number) =>
  (place * 7919) % 1000 >= 62 && place % 500 !== 1 && place % 20_000 !== 7;
