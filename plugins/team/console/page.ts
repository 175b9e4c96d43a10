import type { PluginPage } from '@inaam/console/app/console-context.ts';
import { PersonIcon } from '@inaam/console/ui/icons.tsx';

export const teamPage: PluginPage = {
  before: '/activity',
  path: '/team',
  label: 'People with access',
  Icon: PersonIcon,
  call: 'readTeam',
  load: async () => (await import('./team-page.tsx')).TeamPage,
};
