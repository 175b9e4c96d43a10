// `npm run serve`
import { runServe } from './programs/run-serve.ts';
import { databaseClocks } from './time/clocks.ts';

await runServe(databaseClocks);
