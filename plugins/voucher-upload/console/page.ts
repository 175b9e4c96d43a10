import type { PluginPage } from '@inaam/console/app/console-context.ts';
import { UploadIcon } from '@inaam/console/ui/icons.tsx';
import { voucherUpload } from '../contract.ts';

export const loadPage: PluginPage = {
  from: '/deliveries',
  path: '/deliveries/load',
  label: 'Load codes',
  Icon: UploadIcon,
  call: 'readStock',
  isShown: ({ account }) => voucherUpload.may.some((role) => role === account.role),
  load: async () => (await import('./load-page.tsx')).LoadPage,
};
