import { hasOwnCodes, type Packs } from './campaign.ts';

export const packKeyRings = {
  PACK_KEYS: {
    about: 'keys of the codes on packs, as `SEAL_KEYS`; where `packs.json` says `made`',
    isNeeded: ({ packs }: { packs?: Packs }) => hasOwnCodes(packs),
    because: 'each pack has a code',
    lacking: 'codes were made. Put it back at the end: without it these packs are refused.',
  },
};
