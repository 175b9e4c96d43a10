// A campaign of the repository, with a file `upi.json` and what its terms must say then.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import {
  changeJson,
  copyCampaign,
  keepLanguages,
} from '@inaam/testing/server/campaign/copied-campaign.ts';

const id = 'biscuit-2025';
const written = z.looseObject({
  terms: z.looseObject({ sections: z.array(z.unknown()) }),
});

/** In Tamil Nadu everybody gets Rs 3. @param terms undefined: they say nothing of it */
export async function upiCampaign(
  file: object = { amounts: [3], provider: 'cashfree' },
  terms: string | undefined = '{ifUpi}Rewards of Rs. 3 are paid on UPI, or as a voucher.',
): Promise<ServerCampaign> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-upi-'));
  try {
    await copyCampaign(folder, id);
    await keepLanguages(folder, id, ['en']);
    await writeFile(path.join(folder, id, 'upi.json'), JSON.stringify(file));
    if (terms !== undefined) {
      await changeJson(folder, `${id}/words/en.json`, (words) => {
        const own = written.parse(words);
        own.terms.sections.push({ heading: 'UPI', paragraphs: [terms] });
        return own;
      });
    }
    return await loadCampaign(id, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
