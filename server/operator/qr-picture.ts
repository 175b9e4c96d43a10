// The QR code of a link for print: exact modules, black on white, with the quiet zone that readers
// need (ISO/IEC 18004: four modules on each side).
import { create } from 'qrcode';

export const correctionLevels = ['L', 'M', 'Q', 'H'] as const;
export type CorrectionLevel = (typeof correctionLevels)[number];

export const quietModules = 4;

/**
 * A horizontal run of black modules; its position is measured in modules from the upper left corner
 * of the quiet zone.
 */
type Run = { x: number; y: number; width: number };

export type QrPicture = {
  text: string;
  level: CorrectionLevel;
  /** Length of a side in modules, including both quiet zones. */
  modules: number;
  runs: Run[];
};

/** @param text a link */
export function qrPicture(text: string, level: CorrectionLevel): QrPicture {
  const { modules } = create(text, { errorCorrectionLevel: level });
  const { size } = modules;
  const runs: Run[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size;) {
      const from = x;
      while (x < size && modules.get(y, x) === 1) x++;
      if (x > from) {
        runs.push({ x: from + quietModules, y: y + quietModules, width: x - from });
      } else x++;
    }
  }
  return { text, level, modules: size + 2 * quietModules, runs };
}
