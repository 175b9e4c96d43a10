import type { PluginPage } from '@inaam/console/app/console-context.ts';
import { BellIcon } from '@inaam/console/ui/icons.tsx';

export const alertsPage: PluginPage = {
  before: '/activity',
  path: '/alerts',
  label: 'Alerts',
  Icon: BellIcon,
  call: 'readAlerts',
  load: async () => (await import('./alerts-page.tsx')).AlertsPage,
};
