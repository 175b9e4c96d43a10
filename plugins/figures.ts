// What the plugins add to the overview.
import { drawCheckFigures } from './draw-check/server/draw-check.sql.ts';
import { friendFigures } from './friend/server/friend-visits.sql.ts';
import { packFigures } from './packs/server/pack-figures.sql.ts';
import type { FiguresPlugin } from './server-plugin.ts';
import { upiFigures } from './upi/server/status.sql.ts';

const nothing: FiguresPlugin = { closed: async () => [], verdicts: async () => () => [] };
const declared: readonly Partial<FiguresPlugin>[] = [
  packFigures,
  friendFigures,
  drawCheckFigures,
  upiFigures,
];
export const pluginFigures: readonly FiguresPlugin[] = declared.map((own) => ({
  ...nothing,
  ...own,
}));
