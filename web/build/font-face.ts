export type FontFace = {
  family: string;
  weight: string;
  range: string;
  address: string;
  /** Fonts that a device may already have; then none is loaded. */
  local?: readonly string[];
  /** Per cent. */
  sizeAdjust?: number;
};

/** The rule of a style sheet. */
export function faceOf(face: FontFace): string {
  const { family, weight, range, address, local = [], sizeAdjust = 100 } = face;
  const sources = [
    ...local.map((name) => `local('${name}')`),
    `url(${address}) format('woff2')`,
  ].join(',');
  const size = sizeAdjust === 100 ? '' : `;size-adjust:${sizeAdjust}%`;
  return `@font-face{font-family:'${family}';src:${sources};font-weight:${weight};font-display:swap${size};unicode-range:${range}}`;
}
