// Parts of the statement that enrols participants: each uses the code of its pack, once. A second
// use breaks the primary key, should `lock_packs` ever let one through.
import type { PackState } from '@inaam/contract/console/packs.ts';
import type { RegisteredPack } from '../platform/personal-data.ts';
import { refusePack, type PackFacts, type PackRefusal } from './packs.rules.ts';

/** What a verification binds. `id`: 16 bytes. */
export type BoundPack = Omit<RegisteredPack, 'id'> & { id: Buffer };

export const bindPacks = `
  bound as (
    insert into inaam.pack_use (campaign, pack, batch, pseudonym, at, serial)
    select $1, * from unnest($packs::bytea[], $packBatches::integer[], $packPseudonyms::bytea[],
      $packTimes::timestamptz[], $packSerials::integer[])),`;

type Enrolled = { pseudonym: Buffer; now: number; pack?: BoundPack | undefined };

/** @returns undefined if none has a pack */
export function packValues(enrolled: readonly Enrolled[]) {
  const bound = enrolled.flatMap(({ pack, ...other }) => (pack ? [{ ...other, pack }] : []));
  if (bound.length === 0) return undefined;
  return {
    packs: bound.map(({ pack }) => pack.id),
    packBatches: bound.map(({ pack }) => pack.batch),
    packPseudonyms: bound.map(({ pseudonym }) => pseudonym),
    packTimes: bound.map(({ now }) => new Date(now)),
    packSerials: bound.map(({ pack }) => pack.serial),
  };
}

type WithPack = { pack?: BoundPack | undefined };

/** The last parameters of `lock_packs`. */
export const lockedPackColumns = (verifications: readonly WithPack[]) => [
  verifications.map(({ pack }) => pack?.id),
  verifications.map(({ pack }) => pack?.batch),
];

/** What `lock_packs` returns, in the order of the verifications. */
export type PacksRow = {
  pack_states: (PackState | null)[];
  pack_owners: (Buffer | null)[];
};

export const lockedPacksOf = (
  { pack_states: states, pack_owners: owners }: PacksRow,
  verifications: readonly { mobileIndex: Buffer }[],
): PackFacts[] =>
  verifications.map(({ mobileIndex }, index) => {
    const state = states[index];
    const owner = owners[index];
    return {
      batch: state ? { state } : undefined,
      usedBy: !owner ? 'nobody' : mobileIndex.equals(owner) ? 'thisNumber' : 'another',
    };
  });

/**
 * Of a number that takes part anew.
 * @param found of the locked code; undefined if there is none
 */
export const refusePackOf = (
  { pack }: WithPack,
  found: PackFacts | undefined,
): PackRefusal | 'missing' | undefined => (pack && found ? refusePack(found, true) : 'missing');
