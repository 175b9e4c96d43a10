import { splitUnbroken } from '@inaam/campaigns/public/unbroken.ts';
import './unbroken.css';

/** A sentence in which each number stays on one line with the next word. */
export function Unbroken({ text }: { text: string }) {
  return splitUnbroken(text).map((piece, at) =>
    piece.isUnbroken ? (
      <span key={at} className="unbroken">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}
