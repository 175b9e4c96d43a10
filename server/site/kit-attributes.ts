import type { Theme } from '@inaam/campaigns/public/public-campaign.ts';

/**
 * Attributes of `body` from which style sheets know the campaign's kit (web/ui/kit.css and
 * page-layouts.css).
 */
export function kitAttributes({ kit }: Pick<Theme, 'kit'>): string {
  return `data-edge="${kit.edge}" data-buttons="${kit.buttons}" data-layout="${kit.hero.layout}"`;
}
