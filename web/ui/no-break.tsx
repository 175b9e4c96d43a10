import { splitNoBreak } from '@inaam/campaigns/public/no-break.ts';

/** A sentence in which each number stays on one line with the word after it. */
export function NoBreak({ text }: { text: string }) {
  return splitNoBreak(text).map((piece, at) =>
    piece.isNoBreak ? (
      <span key={at} className="no-break">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}
