// `npx inaam <command>`: the commands. What is not needed for a help is loaded when it is needed.
import { runOperator } from '../operator/run-operator.ts';

// The pipe's reader has ended, as `head` does.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runOperator(process.argv.slice(2), {
  name: 'npx inaam',
  readVariables: async () => (await import('./settings/program-config.ts')).ownVariables(),
  clocksOf: async (database) => (await import('../database/clocks.ts')).databaseClocks(database),
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
