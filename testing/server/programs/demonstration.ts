// A production program with a demonstration's campaign, which production refuses. Arguments: its
// name, and the operator's command words, or how far the console's campaign clock is ahead, ms.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';

// Each imports its own program: the others' modules take longer to load than most tests.
const programs: Record<string, (words: readonly string[]) => Promise<void>> = {
  serve: async () => {
    const { runServe } = await import('@inaam/server/main/run-serve.ts');
    await runServe(databaseClocks, undefined, loadCampaign);
  },
  deliver: async () => {
    const { runDeliver } = await import('@inaam/server/main/run-deliver.ts');
    await runDeliver({ clocksOf: databaseClocks, load: loadCampaign });
  },
  console: async ([ahead = '0']) => {
    const { runConsole } = await import('@inaam/server/main/run-console.ts');
    await runConsole((database) => databaseClocks(database, Number(ahead)), loadCampaign);
  },
  operator: async (words) => {
    const { ownVariables } = await import('@inaam/server/operator/settings/program-config.ts');
    const { runOperator } = await import('@inaam/server/main/run-operator.ts');
    process.exitCode = await runOperator(words, {
      name: 'npx inaam',
      readVariables: ownVariables,
      clocksOf: databaseClocks,
      isDemonstration: true,
      input: process.stdin,
      output: process.stdout,
      errors: process.stderr,
    });
  },
};

const [name = '', ...words] = process.argv.slice(2);
await programs[name]?.(words);
