// `npx inaam <command>`: the command line of the campaign operator.
import { ownVariables } from './settings/program-config.ts';
import { runOperator } from '../operator/run-operator.ts';
import { databaseClocks } from '../database/clocks.ts';

// The pipe's reader has ended (`
// head`).
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runOperator(process.argv.slice(2), {
  name: 'npx inaam',
  variables: ownVariables(),
  clocksOf: databaseClocks,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
