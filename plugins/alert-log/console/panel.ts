import type { PagePanel } from '@inaam/console/app/console-context.ts';

export const alertLogPanel: PagePanel = {
  page: '/alerts',
  call: 'readAlertMails',
  load: async () => (await import('./alert-log-panel.tsx')).AlertLogPanel,
};
