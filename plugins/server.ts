// What the plugins add to the programs.
import { webhooks } from './webhooks/server.ts';

export const serverPlugins = [webhooks];
