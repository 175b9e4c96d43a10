import type { QrPicture } from './qr-picture.ts';

/** @param sizeMm length of a side including the quiet zone */
export function qrSvg({ text, modules, runs }: QrPicture, sizeMm: number): string {
  const path = runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizeMm}mm" height="${sizeMm}mm" viewBox="0 0 ${modules} ${modules}" shape-rendering="crispEdges">`,
    `<title>${escapeXml(text)}</title>`,
    `<path fill="#fff" d="M0 0h${modules}v${modules}H0z"/>`,
    `<path fill="#000" d="${path}"/>`,
    '</svg>',
    '',
  ].join('\n');
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
