import type { PluginPage } from '@inaam/console/app/console-context.ts';
import { StockIcon } from '@inaam/console/ui/icons.tsx';

export const payoutsPage: PluginPage = {
  before: '/draw',
  path: '/payouts',
  label: 'Payouts',
  Icon: StockIcon,
  call: 'readPayouts',
  isShown: ({ campaign }) => campaign.files.includes('upi.json'),
  load: async () => (await import('./payouts-page.tsx')).PayoutsPage,
};
