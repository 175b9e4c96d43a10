import type { ServerPlugin } from '../server-plugin.ts';
import { checkCorrections } from './server/campaign-corrections.command.ts';
import { followCorrections } from './server/follow-corrections.ts';
import { serveTermsPage } from './server/terms-page.call.ts';

export const corrections: ServerPlugin = {
  corrected: followCorrections,
  pages: serveTermsPage,
  check: { name: 'corrections', run: checkCorrections },
};
