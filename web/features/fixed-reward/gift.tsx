// A wrapped box. Everybody gets the same, so nothing about it looks like a draw.
import type { RefObject } from 'react';
import { Emblem } from '../../ui/illustration.tsx';

type GiftProps = {
  /** Of what comes out, once it opens. */
  written: string | undefined;
  face: { colour: string; ink: string };
  ticket: RefObject<HTMLSpanElement | null>;
};

export function Gift({ written, face: { colour, ink }, ticket }: GiftProps) {
  return (
    <div className="gift" data-open={written !== undefined || undefined} aria-hidden="true">
      <span ref={ticket} className="gift-ticket" style={{ background: colour, color: ink }}>
        {written}
      </span>
      <svg viewBox="0 0 200 200" focusable="false">
        <path d="M28 96H172V182A8 8 0 0 1 164 190H36A8 8 0 0 1 28 182Z" />
        <path className="gift-ribbon" d="M86 96H114V190H86Z" />
      </svg>
      <Emblem />
      <svg className="gift-lid" viewBox="0 0 200 200" focusable="false">
        <path
          className="gift-ribbon"
          d="M100 66C62 70 40 50 52 34S96 34 100 66ZM100 66C138 70 160 50 148 34S104 34 100 66Z"
        />
        <path d="M22 66H178A4 4 0 0 1 182 70V96A4 4 0 0 1 178 100H22A4 4 0 0 1 18 96V70A4 4 0 0 1 22 66Z" />
        <path className="gift-ribbon" d="M84 66H116V100H84Z" />
      </svg>
    </div>
  );
}
