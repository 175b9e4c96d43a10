// The packs of simulated shoppers: batches of three regions, each code for one participation.
import type { BoundPack } from '@inaam/server/packs/bind-packs.sql.ts';
import { hasOwnCodes } from '@inaam/server/packs/packs.rules.ts';
import { makeOpenBatch, packKey, type PacksOptions } from './demo-packs.ts';

const regions = ['Kochi', 'Pune', 'Delhi'] as const;

/**
 * @param codes of each batch
 * @returns the pack of the next shopper; undefined if the packs have no codes
 */
export async function fillPacks(
  options: PacksOptions,
  codes: number,
): Promise<(() => BoundPack) | undefined> {
  if (!hasOwnCodes(options.campaign.packs)) return undefined;
  const batches: { batch: number; label: string }[] = [];
  for (const region of regions) batches.push(await newBatch(options, region, codes));
  const { packCode, packIndex } = options.keys;
  let shoppers = 0;
  return () => {
    const serial = Math.floor(shoppers / batches.length);
    const { batch = 0, label = '' } = batches[shoppers % batches.length] ?? {};
    shoppers += 1;
    return { id: packIndex(packCode({ key: packKey, batch, serial })), batch, label };
  };
}

async function newBatch(options: PacksOptions, region: string, codes: number) {
  for (let number = 1; ; number++) {
    const label = `${region.toUpperCase()}-${number}`;
    const batch = await makeOpenBatch(options, { label, region, codes });
    if (batch !== undefined) return { batch, label };
  }
}
