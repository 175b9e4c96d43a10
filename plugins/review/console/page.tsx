import type { PluginPage } from '@inaam/console/app/console-context.ts';
import { ReviewIcon } from '@inaam/console/ui/icons.tsx';

export const reviewPage: PluginPage = {
  after: '/person',
  path: '/review',
  route: '/review/:number?',
  label: 'Review',
  Icon: ReviewIcon,
  call: 'readReview',
  decidesHolds: true,
  load: async () => (await import('./review-page.tsx')).ReviewRoute,
};
