import type { PointerShape } from '@inaam/campaigns/public/kit.ts';
import type { Ref } from 'react';

type PointerProps = {
  ref: Ref<SVGSVGElement>;
  shape: PointerShape;
  colour: string;
  line: string;
};

/** With a shaded half each. The pin is at 32, 26 and the tip at 32, 79. */
const outlines: Readonly<Record<PointerShape, { outline: string; shaded: string }>> = {
  crest: {
    outline:
      'M9 3 H55 A6 6 0 0 1 61 9 V25 C61 44 45 58 34.5 76 Q32 80 29.5 76 C19 58 3 44 3 25 V9 A6 6 0 0 1 9 3 Z',
    shaded: 'M32 5 H55 A4 4 0 0 1 59 9 V25 C59 43 43 57 33 74.5 Q32.5 76 32 76 Z',
  },
  drop: {
    outline: 'M32 79 C28 62 6 50 6 27 A26 26 0 0 1 58 27 C58 50 36 62 32 79 Z',
    shaded: 'M32 76 V3 A24 24 0 0 1 56 27 C56 49 36 60 32 76 Z',
  },
  leaf: {
    outline: 'M32 79 C11 68 1 44 12 22 C17 12 25 6 32 2 C39 6 47 12 52 22 C63 44 53 68 32 79 Z',
    shaded: 'M32 76 V5 C38 8 46 14 50 23 C60 44 51 65 32 76 Z',
  },
};

export function Pointer({ ref, shape, colour, line }: PointerProps) {
  const { outline, shaded } = outlines[shape];
  return (
    <svg
      ref={ref}
      className="wheel-pointer"
      viewBox="0 0 64 88"
      aria-hidden="true"
      focusable="false"
    >
      <path d={outline} transform="translate(1.5 4)" fill="#000" opacity="0.24" />
      <path d={outline} fill={colour} stroke={line} strokeWidth="4" strokeLinejoin="round" />
      <path d={shaded} fill="#000" opacity="0.2" />
      {shape === 'crest' && (
        <path d="M9 8 H55" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" opacity="0.4" />
      )}
      {shape === 'leaf' && (
        <path
          d="M32 26 V70 M32 42 L20 33 M32 42 L44 33 M32 53 L21 45 M32 53 L43 45 M32 63 L24 57 M32 63 L40 57"
          fill="none"
          stroke={line}
          strokeWidth="2.5"
          strokeLinecap="round"
          opacity="0.75"
        />
      )}
      {shape === 'crest' ? (
        <>
          <circle cx="32" cy="27.5" r="10" fill="#000" opacity="0.3" />
          <circle cx="32" cy="26" r="9.5" fill={line} />
          <circle cx="32" cy="26" r="4.5" fill={colour} />
        </>
      ) : (
        <circle cx="32" cy="26" r="4" fill={line} />
      )}
    </svg>
  );
}
