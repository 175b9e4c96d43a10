// A program of the product as the drills run it, by its name; `packs` last: packs have codes.
import { appendFileSync } from 'node:fs';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';
import type { SmsProvider } from '@inaam/server/sms/provider.ts';
import { loadPackedCampaign } from '../product/packed-campaign.ts';

const [name, ...words] = process.argv.slice(2);
const load = words.at(-1) === 'packs' ? loadPackedCampaign : loadCampaign;
/** The offset of the campaign's clock in ms. */
const [ahead] = words;
const clocksOf: typeof databaseClocks = (database) => databaseClocks(database, Number(ahead));

if (name === 'draw') {
  const { runDraw } = await import('@inaam/server/main/run-draw.ts');
  await runDraw(load);
}
if (name === 'serve') {
  const { runServe } = await import('@inaam/server/main/run-serve.ts');
  const { unlimitedBudget } = await import('@inaam/server/sms/send-budget.rules.ts');
  // Codes need no proofs, so that one machine may imitate everybody.
  await runServe(clocksOf, unlimitedBudget, load);
}
if (name === 'deliver') {
  const { runDeliver } = await import('@inaam/server/main/run-deliver.ts');
  // The file of what phones get, or nothing for the paths of the environment; after how many
  // messages the process dies between the provider's acceptance and recording it, 0: never.
  const [, file = '', dieAfter] = words;
  const isRecorded = file !== '';
  await runDeliver({
    clocksOf,
    load,
    ...(isRecorded && { providerOf: () => recordingProvider(file, Number(dieAfter)) }),
  });
}

/** Accepts everything. */
function recordingProvider(file: string, dieAfter: number): SmsProvider {
  let accepted = 0;
  return {
    async send({ id, to, text }) {
      // Synchronous: it reaches the disk's cache before the process dies.
      appendFileSync(file, `${JSON.stringify({ id, to, text, at: Date.now() })}\n`);
      accepted += 1;
      if (accepted === dieAfter) process.kill(process.pid, 'SIGKILL');
      return { kind: 'accepted', reference: id };
    },
  };
}
