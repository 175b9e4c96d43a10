// `npx inaam <command>`: the commands. What is not needed for a help is loaded when it is needed.
import { endWithoutOutput } from '@inaam/runtime/programs.mjs';
import { runOperator } from './run-operator.ts';

endWithoutOutput();
process.exitCode = await runOperator(process.argv.slice(2), {
  name: 'npx inaam',
  readVariables: async () =>
    (await import('../operator/settings/program-config.ts')).ownVariables(),
  clocksOf: async (database) => (await import('../database/clocks.ts')).databaseClocks(database),
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
