// `npm run draw`
import { runDraw } from './programs/run-draw.ts';

await runDraw();
