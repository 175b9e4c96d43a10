// `npx inaam draw`
import { runDraw } from './run-draw.ts';

await runDraw();
