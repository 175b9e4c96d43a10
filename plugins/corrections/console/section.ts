import type { CampaignSection } from '@inaam/console/app/console-context.ts';

export const correctionsSection: CampaignSection = {
  name: 'corrections',
  label: 'Corrections',
  load: async () => (await import('./corrections-section.tsx')).CorrectionsSection,
};
