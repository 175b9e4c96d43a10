// `npx inaam deliver`
import { runDeliver } from './run-deliver.ts';
import { databaseClocks } from '../database/clocks.ts';

await runDeliver({ clocksOf: databaseClocks });
