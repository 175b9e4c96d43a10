import type { Theme } from '@inaam/campaigns/public/public-campaign.ts';
import { directionOf } from '@inaam/campaigns/public/tags.ts';
import { darkPalette } from '@inaam/campaigns/loader/theme/palette.ts';
import { splitNoBreak } from '@inaam/campaigns/public/no-break.ts';

/** For text, and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * Attributes of `body` by which style sheets recognize the campaign's kit (web/ui/kit.css,
 * page-layouts.css, character-motion.css).
 */
export function kitAttributes({ kit }: Pick<Theme, 'kit'>): string {
  const { edge, buttons, hero, character } = kit;
  return `data-edge="${edge}" data-buttons="${buttons}" data-layout="${hero.layout}" data-character="${character.motion}"`;
}

export function langAttributes(language: string): string {
  const lang = `lang="${escapeHtml(language)}"`;
  return directionOf(language) === 'rtl' ? `${lang} dir="rtl"` : lang;
}

/** Makes the browser's own bars match the page, in light and dark. */
export function themeColourTags({ colours }: Pick<Theme, 'colours'>): string {
  return [
    ['light', colours.paper],
    ['dark', darkPalette(colours).paper],
  ]
    .map(
      ([scheme, colour]) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}" />`,
    )
    .join('');
}

/** HTML of a sentence in which each number stays on one line with the word after it. */
export function noBreakHtml(text: string): string {
  return splitNoBreak(text)
    .map((piece) => {
      const html = escapeHtml(piece.text);
      return piece.isNoBreak ? `<span class="no-break">${html}</span>` : html;
    })
    .join('');
}
