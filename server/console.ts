// `npm run console`
import { runConsole } from './programs/run-console.ts';
import { databaseClocks } from './time/clocks.ts';

await runConsole(databaseClocks);
