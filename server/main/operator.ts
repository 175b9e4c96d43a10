// `npx inaam <command>`: the commands. What is not needed for a help is loaded when it is needed.
import { runOperator } from '../operator/run-operator.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The pipe's reader has ended, as `head` does.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`The answer could not be written (${error.code ?? error.name}).\n`);
  process.exit(1);
});

process.exitCode = await runOperator(process.argv.slice(2), {
  name: 'npx inaam',
  readVariables: async () => (await import('./settings/program-config.ts')).ownVariables(),
  clocksOf: async (database) => (await import('../database/clocks.ts')).databaseClocks(database),
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
