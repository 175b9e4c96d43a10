// `deliver` with a provider that accepts everything and records it, as phones would see it.
// Arguments: offset of the campaign's clock, ms; the file, or nothing for the paths of the
// environment; after how many messages the process dies between the provider's acceptance and
// recording it, 0 for never; `packs` if packs have codes.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { appendFileSync } from 'node:fs';
import type { SmsProvider } from '@inaam/server/sms/provider.ts';
import { runDeliver } from '@inaam/server/main/run-deliver.ts';
import { loadPackedCampaign } from '../../product/packed-campaign.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';

const [ahead, file = '', dieAfter, packs] = process.argv.slice(2);
let accepted = 0;

const writingDown = (): SmsProvider => ({
  async send({ id, to, text }) {
    // Synchronous: it reaches the disk's cache before the process dies.
    appendFileSync(file, `${JSON.stringify({ id, to, text, at: Date.now() })}\n`);
    accepted += 1;
    if (accepted === Number(dieAfter)) process.kill(process.pid, 'SIGKILL');
    return { kind: 'accepted', reference: id };
  },
});

await runDeliver({
  clocksOf: (database) => databaseClocks(database, Number(ahead)),
  load: packs === 'packs' ? loadPackedCampaign : loadCampaign,
  ...(file === '' ? {} : { providerOf: writingDown }),
});
