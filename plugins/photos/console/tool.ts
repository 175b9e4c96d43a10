import type { PhotoTool } from '@inaam/console/app/console-context.ts';
import { photo } from '../contract.ts';

export const photoTool: PhotoTool = {
  accept: photo.accept,
  load: async () => (await import('./photo-dialog.tsx')).PhotoDialog,
};
