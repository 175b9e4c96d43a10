// A campaign whose packs have codes, or a batch in their link.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linkCampaign } from '../tests/linked-campaign.ts';
import { loadCampaign } from './load-campaign.ts';

const id = 'biscuit-2025';

async function copy(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'inaam-campaigns-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, 'campaigns');
  await linkCampaign(folder, id);
  return folder;
}

const kinds =
  'kind must be {"kind": "batch"} or {"kind": "unique", …}. Write whether the id of a link names a batch, or the code of one pack. Remove the file if the packs have neither.';

test.each([
  ['{"kind": "each"}', kinds],
  [
    '{"kind": "batch", "codes": "made"}',
    'codes is not known. Remove it or correct its spelling: the fields here are kind.',
  ],
  [
    '{"kind": "unique", "codes": "ours"}',
    'codes must be "made" or "loaded", but is "ours". Write whether `packs make` or `packs load` provides them, or leave it out for "made".',
  ],
  [
    '{"kind": "unique", "claims": {"perDay": 3, "inAll": 2}}',
    'claims must not allow more on one day than in all. Write a perDay of at most inAll.',
  ],
  [
    '{"kind": "unique", "claims": {"perDay": 11, "inAll": 20}}',
    'claims.perDay must be a whole number from 1 to 10, but is 11. Write how often a number may take part on one day.',
  ],
  [
    '{"kind": "unique", "claims": {"perDay": 1, "inAll": 1}}',
    'claims.inAll must be a whole number from 2 to 1000, but is 1. Write how often a number may take part, or leave out claims for once.',
  ],
])('[CAM-5] the start refuses packs.json with %s', async (text, problem) => {
  const folder = await copy();
  await writeFile(join(folder, id, 'packs.json'), text);
  await expect(loadCampaign(id, folder)).rejects.toMatchObject({
    problems: [`campaigns/${id}/packs.json: ${problem}`],
  });
});

test('only a campaign whose packs have a code each sends their words to a browser', async () => {
  const folder = await copy();
  const shownOf = async () => (await loadCampaign(id, folder)).publicCampaign('hi');
  const without = await shownOf();
  expect(without).not.toHaveProperty('packs');
  expect(without.words).not.toHaveProperty('packs');
  expect(without.words.messages).not.toHaveProperty('packMissing');
  const file = join(folder, id, 'packs.json');
  await writeFile(file, '{"kind": "batch"}');
  expect(await shownOf()).toEqual(without);
  // As some editors save it.
  await writeFile(file, '\uFEFF{"kind": "unique"}');
  const { packs } = await loadCampaign(id, folder);
  expect(packs).toEqual({ kind: 'unique', codes: 'made' });
  const { packs: codes, words } = await shownOf();
  expect(codes).toBe('made');
  expect(words.packs?.label).toMatch(/पैक/);
  expect(words.messages.alreadyRegistered).toMatch(/पैक/);
});
