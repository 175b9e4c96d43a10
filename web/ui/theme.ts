// Hands the campaign's colours to the style sheets. Through the style object, not a style element or attribute:
// the Content-Security-Policy allows neither.
import type { Theme } from '@inaam/campaigns/public.ts';

export function applyTheme(style: Pick<CSSStyleDeclaration, 'setProperty'>, theme: Theme): void {
  const { wheel: _, ...colours } = theme.colours;
  for (const [name, colour] of Object.entries(colours)) {
    style.setProperty(
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      colour,
    );
  }
}
