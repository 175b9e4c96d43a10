// The alphabet of an SMS of one segment (3GPP TS 23.038, GSM 7 bit). Pure.

/** Septets of one segment. */
export const segmentSeptets = 160;

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('^{}\\[~]|€\f');

/** The characters of a text that are not in the alphabet, each once. */
export function outsideGsm7(text: string): string[] {
  return [...new Set(text)].filter((letter) => !basic.has(letter) && !extended.has(letter));
}

/** Length in septets: a character of the extension table takes two. */
export function septets(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (extended.has(letter) ? 2 : 1), 0);
}
