import type { ServerPlugin } from '../server-plugin.ts';
import { photo } from './contract.ts';
import { addPhotos } from './server/photo.call.ts';

export const photos = {
  uploads: { minutesMax: photo.minutesMax, add: addPhotos },
} satisfies ServerPlugin;
