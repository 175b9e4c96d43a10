// Painted once and turned by the compositor. Knows labels and angles, but no amounts.
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { paintWheel, type Segment, type Trim } from './paint.ts';
import { backingSize, cssSize, watchScale } from './scale.ts';
import { Spotlight } from './spotlight.tsx';
import { stateOf, useRotation, type RotationProps } from './use-rotation.ts';
import { useThrow } from './use-throw.ts';
import { WinnerFace } from './winner-face.tsx';
import './wheel.css';

export interface WheelProps extends RotationProps {
  label: string;
  trim: Trim;
  /** The segment under the pointer, once the wheel has stopped: the others are dimmed. */
  winner?: string | undefined;
  /** Lies over its segment. */
  winnerFace?: RefObject<HTMLDivElement | null>;
}

export function Wheel({ label, trim, winner, winnerFace, ...rotation }: WheelProps) {
  const { segments, onThrow } = rotation;
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointer = useRef<SVGSVGElement>(null);
  const disc = useRef<HTMLDivElement>(null);
  usePaint(canvas, segments, trim);
  const hand = useRotation({ canvas, pointer }, rotation);
  const isIdle = stateOf(rotation) === 'idle';
  const handlers = useThrow(disc, hand, isIdle && onThrow !== undefined);
  return (
    <figure className="wheel">
      <div ref={disc} className="wheel-disc" {...handlers}>
        <canvas ref={canvas} className="wheel-canvas" aria-hidden="true" />
        {winner !== undefined && (
          <>
            <Spotlight segments={segments} winner={winner} flashes={rotation.celebration} />
            <WinnerFace ref={winnerFace} segments={segments} winner={winner} />
          </>
        )}
        <div className="wheel-hub" />
        <Light />
      </div>
      <Pointer ref={pointer} colour={trim.pointer} line={trim.line} />
      <figcaption className="wheel-caption">{label}</figcaption>
    </figure>
  );
}

function usePaint(
  canvas: RefObject<HTMLCanvasElement | null>,
  segments: readonly Segment[],
  trim: Trim,
): void {
  const painted = useRef('');
  // Not on each render: reading the size forces a layout, also during the press.
  useLayoutEffect(() => paint(canvas.current, painted, segments, trim), [canvas, segments, trim]);
  const repaint = useEffectEvent(() => paint(canvas.current, painted, segments, trim));
  useEffect(() => {
    if (!canvas.current) return undefined;
    const unwatch = watchScale(canvas.current, () => repaint());
    // The labels' font may arrive after the first picture.
    const onFonts = (): void => {
      painted.current = '';
      repaint();
    };
    document.fonts.addEventListener('loadingdone', onFonts);
    return () => {
      unwatch();
      document.fonts.removeEventListener('loadingdone', onFonts);
    };
  }, [canvas]);
}

/** By content: a caller may create equal segments at each render. */
function paint(
  disc: HTMLCanvasElement | null,
  painted: RefObject<string>,
  segments: readonly Segment[],
  trim: Trim,
): void {
  const context = disc?.getContext('2d');
  if (!disc || !context) return;
  const [size, backing] = [cssSize(disc), backingSize(disc)];
  const picture = JSON.stringify([segments, trim, backing]);
  if (backing === 0 || painted.current === picture) return;
  painted.current = picture;
  disc.width = backing;
  disc.height = backing;
  context.scale(backing / size, backing / size);
  disc.parentElement?.style.setProperty('--wheel-radius', `${size / 2}px`);
  paintWheel(context, size, segments, trim, getComputedStyle(disc).fontFamily);
}

function Light() {
  const id = useId();
  return (
    <svg className="wheel-light" viewBox="0 0 200 200" aria-hidden="true" focusable="false">
      <linearGradient id={id} x1="0" y1="0" x2="0.18" y2="1">
        <stop offset="0" stopColor="#fff" stopOpacity="0.45" />
        <stop offset="0.45" stopColor="#fff" stopOpacity="0" />
        <stop offset="1" stopColor="#000" stopOpacity="0.22" />
      </linearGradient>
      <circle cx="100" cy="100" r="89" fill="none" stroke={`url(#${id})`} strokeWidth="7" />
    </svg>
  );
}

type PointerProps = { ref: RefObject<SVGSVGElement | null>; colour: string; line: string };

function Pointer({ ref, colour, line }: PointerProps) {
  return (
    <svg
      ref={ref}
      className="wheel-pointer"
      viewBox="0 0 64 88"
      aria-hidden="true"
      focusable="false"
    >
      <path d={crest} transform="translate(1.5 4)" fill="#000" opacity="0.24" />
      <path d={crest} fill={colour} stroke={line} strokeWidth="4" strokeLinejoin="round" />
      <path d={shadedHalf} fill="#000" opacity="0.2" />
      <path d="M9 8 H55" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" opacity="0.4" />
      <circle cx="32" cy="27.5" r="10" fill="#000" opacity="0.3" />
      <circle cx="32" cy="26" r="9.5" fill={line} />
      <circle cx="32" cy="26" r="4.5" fill={colour} />
    </svg>
  );
}

const crest =
  'M9 3 H55 A6 6 0 0 1 61 9 V25 C61 44 45 58 34.5 76 Q32 80 29.5 76 C19 58 3 44 3 25 V9 A6 6 0 0 1 9 3 Z';
const shadedHalf = 'M32 5 H55 A4 4 0 0 1 59 9 V25 C59 43 43 57 33 74.5 Q32.5 76 32 76 Z';
