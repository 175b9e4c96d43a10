// What the demonstration makes once and keeps in its data folder: its secrets and how far its campaign clock is
// ahead. Production takes secrets from the environment and has no such clock.
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Secrets } from '@inaam/server/keys/keys.ts';
import { dayStart, phaseOf } from '@inaam/server/rules/period.ts';

const secretBytes = 32;
const keyText = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
const secretsSchema = z.object({
  identity: keyText,
  index: keyText,
  code: keyText,
  draw: keyText,
  seal: keyText,
});
const clockSchema = z.object({ campaign: z.string(), offsetMs: z.int() });

/** Secrets of this data folder, made at the first start; readable by its owner alone. */
export async function storedSecrets(dataFolder: string): Promise<Secrets> {
  const file = path.join(dataFolder, 'secrets.json');
  const names = ['identity', 'index', 'code', 'draw', 'seal'] as const;
  const made = () =>
    Object.fromEntries(names.map((name) => [name, randomBytes(secretBytes).toString('base64')]));
  const { seal, ...secrets } = secretsSchema.parse(await kept(file, made));
  return { ...secrets, seal: [{ id: 1, key: seal }] };
}

/**
 * How many ms the campaign's clock is ahead of the real one, so that it stands inside the programme: the same at
 * every start, until the programme has run out by it.
 */
export async function storedClockOffset(
  dataFolder: string,
  campaign: Pick<ServerCampaign, 'id' | 'programme'>,
  now: number,
): Promise<number> {
  const file = path.join(dataFolder, `clock-${campaign.id}.json`);
  const made = () => ({ campaign: campaign.id, offsetMs: offsetInto(campaign.programme, now) });
  const { offsetMs } = clockSchema.parse(await kept(file, made));
  if (phaseOf(campaign.programme, now + offsetMs) === 'open') return offsetMs;
  const anew = made();
  await write(file, anew);
  return anew.offsetMs;
}

const dayMs = 86_400_000;

/** Whole days, so that the time of day stays true: to the programme's second day. */
function offsetInto(programme: ServerCampaign['programme'], now: number): number {
  if (phaseOf(programme, now) === 'open') return 0;
  return Math.ceil((dayStart(programme.from) - now) / dayMs) * dayMs;
}

async function kept(file: string, make: () => unknown): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      throw new Error(
        `Failed to read ${path.basename(file)} of the data folder: it is no JSON. Remove the data folder to begin anew.`,
        { cause: error },
      );
    }
    const made = make();
    await write(file, made);
    return made;
  }
}

/** Written beside and renamed, so that a start that is killed leaves the old file or the new one. */
async function write(file: string, value: unknown): Promise<void> {
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  await rename(fresh, file);
}
