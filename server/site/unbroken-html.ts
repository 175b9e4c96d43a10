import { splitUnbroken } from '@inaam/campaigns/public/unbroken.ts';
import { escapeHtml } from './escape-html.ts';

/** A sentence whose numbers stay on one line with the word after them. */
export function unbrokenHtml(text: string): string {
  return splitUnbroken(text)
    .map((piece) => {
      const html = escapeHtml(piece.text);
      return piece.isUnbroken ? `<span class="unbroken">${html}</span>` : html;
    })
    .join('');
}
