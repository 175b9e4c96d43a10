import type { PagePanel } from '@inaam/console/app/console-context.ts';

export const drawCheckPanel: PagePanel = {
  page: '/draw',
  call: 'readDrawChecks',
  load: async () => (await import('./draw-check-panel.tsx')).DrawCheckPanel,
};
