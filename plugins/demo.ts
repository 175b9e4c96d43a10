// What the plugins add to the demonstration.
import { packs } from './packs/demo/demo-packs.ts';
import type { DemoPlugin } from './server-plugin.ts';

export const demoPlugins: readonly DemoPlugin[] = [packs];
