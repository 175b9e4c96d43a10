// `npx inaam console`
import { runConsole } from './run-console.ts';
import { databaseClocks } from '../database/clocks.ts';

await runConsole(databaseClocks);
