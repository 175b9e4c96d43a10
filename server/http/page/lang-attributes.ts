import { directionOf } from '@inaam/campaigns/public/direction.ts';
import { escapeHtml } from './escape-html.ts';

/** Attributes of the `html` element. */
export function langAttributes(language: string): string {
  const lang = `lang="${escapeHtml(language)}"`;
  return directionOf(language) === 'rtl' ? `${lang} dir="rtl"` : lang;
}
