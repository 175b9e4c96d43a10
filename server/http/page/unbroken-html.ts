import { splitUnbroken } from '@inaam/campaigns/public/unbroken.ts';
import { escapeHtml } from './escape-html.ts';

/** HTML of a sentence in which each number stays on one line with the word after it. */
export function unbrokenHtml(text: string): string {
  return splitUnbroken(text)
    .map((piece) => {
      const html = escapeHtml(piece.text);
      return piece.isUnbroken ? `<span class="unbroken">${html}</span>` : html;
    })
    .join('');
}
