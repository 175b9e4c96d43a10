// The steps of `page-objects.ts` are in English: a campaign without it is walked through with
// biscuit-2025's English words beside its own.
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { campaignsFolder, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { linkCampaign } from '@inaam/campaigns/tests/linked-campaign.ts';

/** @returns an environment with CAMPAIGN for the demonstration; a copy is removed on exit */
export async function walkedCampaign(
  id: string,
): Promise<{ campaign: ServerCampaign; named: string }> {
  const own = await loadCampaign(id);
  if (own.languages.includes('en')) return { campaign: own, named: id };
  const root = await mkdtemp(path.join(tmpdir(), 'inaam-walked-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  const folder = path.join(root, 'campaigns');
  const english = path.join('words', 'en.json');
  // Where something is changed, the folder is not a link.
  await linkCampaign(folder, id, [`${id}/${english}`]);
  await symlink(
    path.join(campaignsFolder, 'biscuit-2025', english),
    path.join(folder, id, english),
  );
  const file = path.join(folder, id, 'campaign.json');
  const campaign: object = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...campaign, languages: [...own.languages, 'en'] }));
  return { campaign: await loadCampaign(id, folder), named: path.join(folder, id) };
}
