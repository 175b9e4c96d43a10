import type { Theme } from '@inaam/campaigns/public/public-campaign.ts';

/**
 * Attributes of `body` from which style sheets know the campaign's kit (web/ui/kit.css,
 * page-layouts.css, character-motion.css).
 */
export function kitAttributes({ kit }: Pick<Theme, 'kit'>): string {
  const { edge, buttons, hero, character } = kit;
  return `data-edge="${edge}" data-buttons="${buttons}" data-layout="${hero.layout}" data-character="${character.motion}"`;
}
