import type { PagePanel } from '@inaam/console/app/console-context.ts';

export const thresholdsPanel: PagePanel = {
  page: '/alerts',
  call: 'readThresholds',
  load: async () => (await import('./thresholds-panel.tsx')).ThresholdsPanel,
};
