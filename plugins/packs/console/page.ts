import type { PluginPage } from '@inaam/console/app/console-context.ts';
import { CodeIcon } from '@inaam/console/ui/icons.tsx';

export const packsPage: PluginPage = {
  before: '/draw',
  path: '/packs',
  label: 'Packs',
  Icon: CodeIcon,
  call: 'readPacks',
  isShown: ({ campaign }) => campaign.hasPurchases,
  load: async () => (await import('./packs-page.tsx')).PacksPage,
};
