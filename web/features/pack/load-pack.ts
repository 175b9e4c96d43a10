import { importChunk } from '../../api/import-chunk.ts';
import type { LoadPack } from '../../app/app-context.ts';

export const loadPack: LoadPack = async (options) =>
  (await importChunk(() => import('./pack-field.tsx'))).openPack(options);
