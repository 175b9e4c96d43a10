// `npx inaam serve`
import { runServe } from './run-serve.ts';
import { databaseClocks } from '../database/clocks.ts';

await runServe(databaseClocks);
