// `npm run console`
import { runConsole } from './run-console.ts';
import { databaseClocks } from './time/clocks.ts';

await runConsole(databaseClocks);
