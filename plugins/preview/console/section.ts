import type { CampaignSection } from '@inaam/console/app/console-context.ts';

export const previewSection: CampaignSection = {
  name: 'preview',
  label: 'Preview',
  isPreview: true,
  load: async () => (await import('./preview-panel.tsx')).PreviewPanel,
};
