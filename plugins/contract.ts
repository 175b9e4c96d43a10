// The calls of the console that plugins add.
import { alerts } from './alerts/contract.ts';
import { draft } from './drafts/contract.ts';
import { packs } from './packs/contract.ts';
import { review } from './review/contract.ts';
import { singleSignOn } from './single-sign-on/contract.ts';

export const consolePluginCalls = { ...alerts, ...draft, ...packs, ...review, ...singleSignOn };
