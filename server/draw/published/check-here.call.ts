// The part of the page on the draw that `web/draw-check/check-here.ts` brings to life.
import type { FairDrawWords } from '@inaam/campaigns/public/words.ts';
import { escapeHtml } from '../../http/page/html.ts';

type Options = {
  /** Undefined without the built site. */
  checkScript: string | undefined;
  commitment: { hash: string };
  revealedAt: number | undefined;
};

/** Without its script it says that the check needs another browser. */
export function checkHere(
  { check, files }: FairDrawWords,
  { checkScript, commitment, revealedAt }: Options,
): string {
  if (checkScript === undefined) return '';
  const { here } = check;
  const isRevealed = revealedAt !== undefined;
  const data = {
    commitment: commitment.hash,
    revealed: String(isRevealed),
    progress: here.progress,
    'valid-so-far': here.validSoFar,
    valid: here.valid,
    'wrong-line': here.wrongLine,
    'wrong-file': here.wrongFile,
    reason: here.reason,
    failed: here.failed,
    'file-commitment': files.document,
    'file-amendments': files.amendments,
    'file-head': files.head,
    'file-secret': files.secret,
    'file-ledger': files.ledger,
  };
  const attributes = Object.entries(data).map(
    ([name, text]) => `data-${name}="${escapeHtml(text)}"`,
  );
  return [
    `<div id="check-here" ${attributes.join(' ')}>`,
    `<p>${escapeHtml(isRevealed ? here.after : here.before)}</p>`,
    `<p class="missing">${escapeHtml(here.missing)}</p>`,
    `<button type="button" class="again" hidden>${escapeHtml(here.button)}</button>`,
    `<progress aria-label="${escapeHtml(here.button)}" hidden></progress>`,
    `<div role="status"></div>`,
    '</div>',
    `<script type="module" src="${checkScript}"></script>`,
  ].join('\n');
}
