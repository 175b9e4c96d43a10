// `npm run operator -- <command>`: the command line of the campaign operator. Reads its settings by config.ts; the
// campaign's time is the database's. Holds no command.
import { databaseClocks } from './time/clocks.ts';
import { ownVariables } from './config.ts';
import { runOperator } from './operator/run-operator.ts';

// Whoever reads along has gone (`| head`): nothing is left to say.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runOperator(process.argv.slice(2), {
  name: 'npm run operator --',
  variables: ownVariables(),
  clocksOf: databaseClocks,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
