// `npm run draw`
import { runDraw } from './run-draw.ts';

await runDraw();
