// `npm run deliver`
import { runDeliver } from './programs/run-deliver.ts';
import { databaseClocks } from './time/clocks.ts';

await runDeliver({ clocksOf: databaseClocks });
