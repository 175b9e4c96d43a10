import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeFile, copyCampaign } from '@inaam/testing/server/campaign/copied-campaign.ts';
import { loadCampaign } from './load-campaign.ts';

const id = 'biscuit-2025';

/** The folder of a copy of a campaign that closes with its deck. */
async function closing(name: string, budgetRupees: number) {
  const folder = await mkdtemp(join(tmpdir(), 'inaam-end-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await copyCampaign(folder, name);
  const file = join(folder, name, 'draw.json');
  const draw: object = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...draw, whenDeckEnds: { kind: 'close' }, budgetRupees }));
  return folder;
}

test('[ENT-7][CAM-3] a campaign that may close early never claims that it ran to its last day', async () => {
  const campaign = await loadCampaign(id, await closing(id, 5_050_000));
  const expected =
    'The offer is over. It ran from 6 May 2025 until every reward was claimed, 15 September 2025 at the latest.';
  const { closed, messages } = campaign.words('en');
  expect([closed.ended, messages.ended]).toEqual([expected, expected]);
  expect(campaign.publicCampaign('en').words.closed.ended).toBe(expected);
  // The message before the start is unchanged.
  const usual = (await loadCampaign(id)).words('en');
  expect(closed).toEqual({ ...usual.closed, ended: expected });
});

test('[ENT-7] a campaign with a reserve says that it ran to its last day', async () => {
  const { closed, messages } = (await loadCampaign(id)).words('en');
  expect(closed.ended).toContain('from 6 May 2025 to 15 September 2025');
  expect(messages.ended).toBe('The offer is over. It ran from 6 May 2025 to 15 September 2025.');
});

test('[ENT-7] a campaign that may close early is refused a sentence for the end that nobody would read', async () => {
  const folder = await closing('tea-demo', 1_080_000);
  await expect(loadCampaign('tea-demo', folder)).rejects.toThrow(
    /tea-demo\/words\/en\.json: closed\.ended is never shown\. Remove it/,
  );
});

test('what a file says now is loaded, also after it was loaded before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inaam-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = `${id}/draw.json`;
  await copyCampaign(folder, id);
  const load = () => loadCampaign(id, folder);
  const first = await load();
  // It was kept.
  expect((await load()).words('en')).toBe(first.words('en'));
  await changeFile(folder, file, (text) => text.replace('"5": 250', '"5": -25'));
  await expect(load()).rejects.toThrow('deck.cards["5"]');
  await changeFile(folder, file, (text) => text.replace('"5": -25', '"5": 250'));
  expect((await load()).draw).toEqual(first.draw);
});
