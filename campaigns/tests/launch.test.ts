// What a launch refuses and a demonstration may have.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { campaignsFolder, loadCampaign, loadForLaunch } from '../loader/load-campaign.ts';
import { CampaignError } from '../schema/problem.ts';
import { exampleValues } from '../validation/launch-checks.ts';

const demonstrations = ['biscuit-2025', 'goli-soda-2026', 'tea-demo'];

test('what is the demonstrations’ own is listed: after a change, run this test with -u', async () => {
  const campaigns = await Promise.all(demonstrations.map((id) => loadCampaign(id)));
  const listed = `${JSON.stringify(exampleValues(campaigns), null, 2)}\n`;
  await expect(listed).toMatchFileSnapshot('../validation/example-values.json');
});
