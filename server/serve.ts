// `npm run serve`
import { runServe } from './run-serve.ts';
import { databaseClocks } from './time/clocks.ts';

await runServe(databaseClocks);
