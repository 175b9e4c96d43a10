// The campaign with all tags enabled and a future last day, because the browser's clock is real.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { linkCampaign } from '@inaam/campaigns/tests/linked-campaign.ts';
import { tagIds } from './fake-tag-hosts.ts';

const id = 'biscuit-2025';

export async function taggedCampaign(): Promise<ServerCampaign> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-tagged-'));
  try {
    await linkCampaign(folder, id);
    const file = path.join(folder, id, 'campaign.json');
    const text = await readFile(file, 'utf8');
    const lastDay = `${new Date().getFullYear() + 1}-12-31`;
    const changes = { tags: tagIds, programme: { from: '2025-05-06', to: lastDay } };
    await writeFile(file, JSON.stringify({ ...JSON.parse(text), ...changes }));
    return await loadCampaign(id, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
