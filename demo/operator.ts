// `npx inaam --demo <command>`
import { endWithoutOutput } from '@inaam/runtime/programs.mjs';
import { runDemoOperator } from './run-demo-operator.ts';
import { readSettings } from './settings.ts';

endWithoutOutput();
try {
  process.exitCode = await runDemoOperator(readSettings(), process.argv.slice(2), {
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'Failed to start.'}\n`);
  process.exitCode = 2;
}
