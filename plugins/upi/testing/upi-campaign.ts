// A campaign of the repository, with a file `upi.json`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { copyCampaign, keepLanguages } from '@inaam/testing/server/campaign/copied-campaign.ts';

const id = 'biscuit-2025';

/** In Tamil Nadu everybody gets Rs 3. */
export async function upiCampaign(
  file: object = { amounts: [3], provider: 'cashfree' },
  languages: readonly string[] = ['en'],
): Promise<ServerCampaign> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-upi-'));
  try {
    await copyCampaign(folder, id);
    await keepLanguages(folder, id, languages);
    await writeFile(path.join(folder, id, 'upi.json'), JSON.stringify(file));
    return await loadCampaign(id, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
