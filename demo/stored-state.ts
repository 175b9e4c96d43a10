// Keeps the secrets and the clock's offset in the data folder. Production reads its secrets from
// the environment and has no such offset.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { keyRings } from '@inaam/plugins/settings.ts';
import type { Secrets, VoucherSecrets } from '@inaam/server/platform/keys.ts';
import { writeWhole } from '@inaam/server/platform/new-files.ts';
import type { SealKeys } from '@inaam/server/platform/seal.ts';
import { drawSecretOf, type DrawParts } from '@inaam/server/draw/commitment.rules.ts';
import { dayStart, phaseOf, dayMs } from '@inaam/server/platform/period.rules.ts';

const secretBytes = 32;
const keyText = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
const secretsSchema = z.object({
  identity: keyText,
  index: keyText,
  code: keyText,
  drawPartOne: keyText,
  drawPartTwo: keyText,
  pseudonym: keyText,
  seal: keyText,
  voucherSeal: keyText,
  ring: keyText,
});
const clockSchema = z.object({ campaign: z.string(), offsetMs: z.int() });

/** Here both parts of the draw's secret are in one place. */
export type DemoSecrets = Secrets & VoucherSecrets & { drawParts: DrawParts };

const randomSecrets = () =>
  Object.fromEntries(
    Object.keys(secretsSchema.shape).map((name) => [
      name,
      randomBytes(secretBytes).toString('base64'),
    ]),
  );

/** @public For tests, which store none. */
export const newSecrets = (): DemoSecrets => secretsOf(secretsSchema.parse(randomSecrets()));

/** Created at the first start, and readable only by the owner. */
export async function storedSecrets(dataFolder: string): Promise<DemoSecrets> {
  const file = path.join(dataFolder, 'secrets.json');
  const stored = secretsSchema.safeParse(await readOrCreate(file, randomSecrets));
  if (!stored.success) {
    throw new Error(
      'Failed to read secrets.json of the data folder: it is of an earlier version. Remove the data folder to start over.',
    );
  }
  return secretsOf(stored.data);
}

function secretsOf(keys: z.infer<typeof secretsSchema>): DemoSecrets {
  const { seal, voucherSeal, ring, drawPartOne, drawPartTwo, ...secrets } = keys;
  const drawParts = [drawPartOne, drawPartTwo] as const;
  const draw = drawSecretOf(drawParts);
  return {
    ...secrets,
    draw,
    drawParts,
    seal: [{ id: 1, key: seal }],
    voucherSeal: [{ id: 1, key: voucherSeal }],
    rings: Object.fromEntries(Object.keys(keyRings).map((name) => [name, [{ id: 1, key: ring }]])),
  };
}

const ringText = (ring: SealKeys) => ring.map(({ id, key }) => `${id}:${text(key)}`).join(',');
const text = (key: Uint8Array) => Buffer.from(key).toString('base64');

/** The secrets as production's settings. */
export function variablesOf(secrets: DemoSecrets): Readonly<Record<string, string>> {
  const [one, two] = secrets.drawParts;
  return {
    DRAW_PART_ONE: text(one),
    DRAW_PART_TWO: text(two),
    PSEUDONYM_SECRET: text(secrets.pseudonym),
    INDEX_SECRET: text(secrets.index),
    SEAL_KEYS: ringText(secrets.seal),
    VOUCHER_SEAL_KEYS: ringText(secrets.voucherSeal),
    ...Object.fromEntries(
      Object.entries(secrets.rings ?? {}).map(([name, ring]) => [name, ringText(ring)]),
    ),
  };
}

/** Offset of the campaign clock, ms; renewed once the programme's period is over. */
export async function storedClockOffset(
  dataFolder: string,
  campaign: Pick<ServerCampaign, 'id' | 'programme'>,
  now: number,
): Promise<number> {
  const file = clockFile(dataFolder, campaign.id);
  const made = () => ({ campaign: campaign.id, offsetMs: offsetInto(campaign.programme, now) });
  const { offsetMs } = clockSchema.parse(await readOrCreate(file, made));
  if (phaseOf(campaign.programme, now + offsetMs) === 'open') return offsetMs;
  const anew = made();
  keep(file, anew);
  return anew.offsetMs;
}

/**
 * Advances the campaign's clock by whole days until so many days of the programme have passed. Not
 * if the programme is open by the real clock.
 */
export async function advanceClock(
  dataFolder: string,
  campaign: Pick<ServerCampaign, 'id' | 'programme'>,
  now: number,
  days: number,
): Promise<number> {
  const offsetMs = await storedClockOffset(dataFolder, campaign, now);
  const passed = Math.floor((now + offsetMs - dayStart(campaign.programme.from)) / dayMs);
  if (offsetMs === 0 || passed >= days) return offsetMs;
  const advanced = offsetMs + (days - passed) * dayMs;
  keep(clockFile(dataFolder, campaign.id), { campaign: campaign.id, offsetMs: advanced });
  return advanced;
}

const clockFile = (dataFolder: string, campaign: string) =>
  path.join(dataFolder, `clock-${campaign}.json`);

/**
 * Moves the clock into the programme's first day, by whole days, so that the time of day is right.
 */
function offsetInto(programme: ServerCampaign['programme'], now: number): number {
  if (phaseOf(programme, now) === 'open') return 0;
  return Math.ceil((dayStart(programme.from) - now) / dayMs) * dayMs;
}

async function readOrCreate(file: string, make: () => unknown): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      throw new Error(
        `Failed to read ${path.basename(file)} of the data folder: it is not JSON. Remove the data folder to start over.`,
        { cause: error },
      );
    }
    const made = make();
    keep(file, made);
    return made;
  }
}

const keep = (file: string, value: unknown) =>
  writeWhole(file, `${JSON.stringify(value)}\n`, { mode: 0o600, isReplaced: true });
