import { codesPerDay } from '@inaam/server/codes/rate-limits.rules.ts';
import { done } from '@inaam/server/main/checks/launch.rules.ts';
import { hasOwnCodes } from './campaign.ts';
import { checkOf } from '@inaam/server/platform/finding.ts';
import type { ServerPlugin } from '../server-plugin.ts';
import { launchLine } from './server/batches.rules.ts';
import { admitPack, greetPack, isOfOtherPack } from './server/admit-pack.call.ts';
import { bindPacks, wrongPack } from './server/bind-packs.sql.ts';
import { readPacks, recordRefusedPacks } from './server/packs.sql.ts';
import { countPackBatches } from './server/pack-figures.sql.ts';

export const packs = {
  entry: {
    admit: admitPack,
    greet: greetPack,
    isOther: isOfOtherPack,
    unused: { isPackUnused: true },
    isOf: ({ packs }) => packs !== undefined,
    wrongIn: wrongPack,
    storage: (database, { id, packs }) => ({
      readPacks: readPacks(database, id, packs?.kind === 'unique' ? packs.codes : 'made'),
      recordRefusedPacks: recordRefusedPacks(database, id),
    }),
    stepOf: ({ packs }) => (packs?.kind === 'unique' ? bindPacks : undefined),
  },
  check: {
    name: 'packs',
    isOf: (campaign) => campaign.packs !== undefined,
    needsNone: true,
    run: async (database, id) => {
      const { guessable } = await countPackBatches(database, id);
      return guessable === 0
        ? checkOf('packs').ok('Their codes are hard to guess.')
        : checkOf('packs').warning(
            `Batches whose codes can be guessed: ${guessable}.`,
            'Recall them and print others, or watch how many codes are refused, under Packs in the console.',
          );
    },
  },
  launch: {
    step: 'packs',
    read: async (database, { id, packs }, secrets) => {
      if (packs?.kind !== 'unique') return done('They have no codes.');
      const isOwn = hasOwnCodes(packs);
      const line = launchLine({
        ...(await countPackBatches(database, id)),
        otps: codesPerDay(packs.claims?.perDay),
        hasKeys: isOwn ? !secrets || secrets.rings?.['PACK_KEYS'] !== undefined : undefined,
      });
      return { ...line, ...(isOwn && { toSave: 'PACK_KEYS' }) };
    },
  },
} satisfies ServerPlugin;
