import type { Pack, PackOptions } from './app-context.ts';

/** Filled by the chunk `features/pack`, which is loaded before the app if packs have codes. */
export const packSlot: { open?: (options: PackOptions) => Pack } = {};
