import { capital } from '@inaam/server/figures/opening.rules.ts';
import { done, fault, waiting, type Found } from '@inaam/server/main/checks/launch.rules.ts';

const suspicion = { from: 20, share: 0.1 } as const;

/** Many codes of the batch got out. One that is passed round is no fault of its batch. */
export const isSuspicious = (facts: { used: number; triedCodes: number }) =>
  facts.triedCodes >= suspicion.from && facts.triedCodes > facts.used * suspicion.share;

/** Codes that were refused, by why. */
export type PackRefusals = Readonly<Record<'unknown' | 'used' | 'notOpen', number>>;

/**
 * Both a number and a share of the OTPs: of many shoppers, some type the code of an old pack.
 */
export const packAlarm = {
  look: { from: 50, share: 0.1 },
  act: { from: 200, share: 0.5 },
} as const;

const causes = {
  unknown: [
    'they are of no batch: somebody may be guessing',
    'A guess hardly ever succeeds. See whether it goes on.',
  ],
  used: [
    'they were used before: one may be passed round',
    'See of which batch they are. Recall it if its codes got out.',
  ],
  notOpen: ['their batch is not open', 'Open it if its packs are on sale.'],
} as const;

/** What is wrong, of this hour and the one before it; as the verdicts of the console. */
export function packRefusalsOf(refusals: PackRefusals, otps: number) {
  const { unknown, used, notOpen } = refusals;
  const count = unknown + used + notOpen;
  const passes = ({ from, share }: { from: number; share: number }) =>
    count >= from && count > otps * share;
  if (!passes(packAlarm.look)) return [];
  const most = Math.max(unknown, used, notOpen);
  const [cause, todo] = causes[unknown === most ? 'unknown' : used === most ? 'used' : 'notOpen'];
  const level: 'act' | 'look' = passes(packAlarm.act) ? 'act' : 'look';
  const text = `${count.toLocaleString('en-IN')} codes of packs were refused in this hour and the last one, most often because ${cause}.`;
  return [{ kind: 'purchasesRefused' as const, level, text, todo, page: 'packs' as const, count }];
}

/** What a pack's QR code opens. @param id a code, or the label of a batch that is only counted */
export const packLink = (site: string, id: string) =>
  `${site}/?utm_source=qrcode&id=${encodeURIComponent(id)}`;

/** `left`: unused codes of open ones. */
export type PackBatches = { batches: number; open: number; left: number };

/** Why nobody can take part. */
export function packsClosedBecause(packs: PackBatches): string[] {
  if (packs.left > 0) return [];
  if (packs.batches === 0) return ['no batch of packs is made or loaded.'];
  return [
    packs.open === 0 ? 'no batch of packs is open.' : 'each code of the open batches is used.',
  ];
}

/**
 * The step of `launch`. `otps`: to a number on one day. `hasKeys`: PACK_KEYS; undefined: not
 * needed.
 */
export function launchLine(
  packs: PackBatches & { otps: number; hasKeys?: boolean | undefined },
): Found {
  if (packs.hasKeys === false) {
    const init = 'Run `npx inaam init`, which makes it, and keep it as you keep SEAL_KEYS.';
    return fault('PACK_KEYS is missing: `serve` does not start without it.', init);
  }
  const [because] = packsClosedBecause(packs).map(capital);
  if (because === undefined) {
    return done(
      `Open batches: ${packs.open} of ${packs.batches}. OTPs a number: ${packs.otps} a day.`,
    );
  }
  return packs.batches === 0
    ? waiting(because, 'the operator', 'Run `npx inaam packs make`, or `npx inaam packs load`.')
    : waiting(because, 'a manager', 'Open one under Packs in the console, once it is on sale.');
}
