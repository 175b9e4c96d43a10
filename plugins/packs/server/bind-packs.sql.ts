// The step of the transaction that enrols participants: each uses the code of its pack, once. A
// second use breaks the primary key. If both are in one batch, it is retried in halves.
import * as z from 'zod';
import type {
  EnrolmentStep,
  Verification,
} from '@inaam/server/participants/write-verifications.sql.ts';
import type { ServerPlugin } from '../../server-plugin.ts';
import type { PackState } from '../contract.ts';
import { packRefusal } from './admit-pack.call.ts';
import { packKeys } from './pack-cipher.ts';
import { refusePack } from './packs.rules.ts';

/** What `lock_packs` returns, in the order of the verifications. */
type PacksRow = { pack_states: (PackState | null)[]; pack_owners: (Buffer | null)[] };

export const bindPacks: EnrolmentStep<PacksRow> = {
  lock: 'inaam.lock_packs($1, $5::bytea[], $6::integer[])',
  lockColumns: (verifications) => {
    const packs = verifications.map(packOf);
    return [packs.map((pack) => pack?.id), packs.map((pack) => pack?.batch)];
  },
  decide: ({ pack_states: states, pack_owners: owners }, verifications) =>
    verifications.map(({ purchase, mobileIndex }, index) => {
      const [state, owner] = [states[index], owners[index]];
      const usedBy = !owner ? 'nobody' : mobileIndex.equals(owner) ? 'thisNumber' : 'another';
      const facts = { batch: state ? { state } : undefined, usedBy } as const;
      const refusal = purchase ? refusePack(facts, true) : 'missing';
      return { refusal: refusal && packRefusal(refusal), isUnused: usedBy === 'nobody' };
    }),
  write: `
  bound as (
    insert into inaam.pack_use (campaign, pack, batch, pseudonym, at, serial)
    select $1, * from unnest($packs::bytea[], $packBatches::integer[], $packPseudonyms::bytea[],
      $packTimes::timestamptz[], $packSerials::integer[])),`,
  writeValues: (enrolled) => {
    if (enrolled.length === 0) return undefined;
    const packs = enrolled.map(packOf);
    return {
      packs: packs.map((pack) => pack?.id),
      packBatches: packs.map((pack) => pack?.batch),
      packPseudonyms: enrolled.map(({ pseudonym }) => pseudonym),
      packTimes: enrolled.map(({ now }) => new Date(now)),
      packSerials: packs.map((pack) => pack?.serial),
    };
  },
};

const bound = z.object({
  id: z.string().transform((id) => Buffer.from(id, 'hex')),
  batch: z.int(),
  serial: z.int().optional(),
});

const packOf = ({ purchase }: Pick<Verification, 'purchase'>) => purchase && bound.parse(purchase);

const source = z.object({ key: z.int(), batch: z.int(), serial: z.int() });

type OfVoucher = Parameters<NonNullable<ServerPlugin['entry']>['wrongIn']>;

/** `serve` writes which code was used; only who has the keys can tell that we made it. */
export function wrongPack(...[purchase, { campaign, keys }]: OfVoucher): string | undefined {
  const { id, packs } = campaign;
  if (packs?.kind !== 'unique') return undefined;
  if (!purchase) return 'no pack';
  if (packs.codes === 'loaded') return undefined;
  const { packIndex, packCode } = packKeys(keys, id);
  const made = source.safeParse(purchase.source).data;
  return made && packIndex(packCode(made)).equals(purchase.id) ? undefined : 'no code of ours';
}
