import type { CampaignSection } from '@inaam/console/app/console-context.ts';

export const corrections: CampaignSection = {
  name: 'corrections',
  label: 'Corrections',
  load: async () => (await import('./corrections-section.tsx')).CorrectionsSection,
};
