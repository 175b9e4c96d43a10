import type { ServerPlugin } from '../server-plugin.ts';
import { keptDraft } from './server/draft-folder.ts';

export const drafts = { campaignOf: (token) => keptDraft(token)?.campaign } satisfies ServerPlugin;
