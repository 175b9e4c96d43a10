// What the plugins declare: data alone, so that every program can import it.
import { webhooks } from './webhooks/plugin.ts';

export const plugins = [webhooks];
