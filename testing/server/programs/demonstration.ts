// A production program with a demonstration's campaign, which production refuses. Arguments: its
// name, and the operator's command words.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { ownVariables } from '@inaam/server/main/settings/program-config.ts';
import { runOperator } from '@inaam/server/operator/run-operator.ts';
import { runConsole } from '@inaam/server/main/run-console.ts';
import { runDeliver } from '@inaam/server/main/run-deliver.ts';
import { runServe } from '@inaam/server/main/run-serve.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';

const [name, ...words] = process.argv.slice(2);
if (name === 'serve') await runServe(databaseClocks, undefined, loadCampaign);
if (name === 'deliver') await runDeliver({ clocksOf: databaseClocks, load: loadCampaign });
if (name === 'console') await runConsole(databaseClocks, loadCampaign);
if (name === 'operator') {
  process.exitCode = await runOperator(words, {
    name: 'npx inaam',
    readVariables: ownVariables,
    clocksOf: databaseClocks,
    isDemonstration: true,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
  });
}
