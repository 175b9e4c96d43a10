import { darkPalette } from '@inaam/campaigns/loader/theme/palette.ts';
import type { Theme } from '@inaam/campaigns/public/public-campaign.ts';

/** Colours the browser's own bars like the page, in light and dark. */
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
