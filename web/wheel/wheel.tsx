// The reward wheel on the page: a canvas painted once, turned by the compositor, under a pointer that stands still.
// Never decides an outcome, never makes a call, never knows what a face is worth.
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { paintWheel, type Segment, type Trim } from './paint.ts';
import { backingSize, cssSize, watchScale } from './scale.ts';
import type { WheelSound } from './sound.ts';
import { useRotation } from './use-rotation.ts';
import './wheel.css';

export interface WheelProps {
  /** Two or more, each at its own angle. */
  segments: readonly Segment[];
  /**
   * The id of the face to stop at. Each change to an id is one spin, from where the wheel stands; `undefined` is no
   * spin, and stops one under way without `onRest`. An id that no face has comes to rest without a
   * turn: no reward may hang on the show.
   */
  spinTo?: string | undefined;
  /**
   * Where to stop is asked and not known: the wheel is wound up, and shows nothing of an outcome. A `spinTo` throws it
   * from there; without one it is let down again.
   */
  isWindingUp?: boolean | undefined;
  /** Called once a spin, when the face stands under the pointer. */
  onRest: () => void;
  /** What a screen reader says of the picture; not seen. The result is for the caller to announce. */
  label: string;
  /** Overrides what the device says of reduced motion. */
  reducedMotion?: boolean | undefined;
  /** What is heard of a spin; nothing without it. The caller wakes it in a press, and closes it. */
  sound?: WheelSound | undefined;
  trim: Trim;
}

/** A wheel as wide as its place allows. */
export function Wheel({
  segments,
  spinTo,
  isWindingUp,
  onRest,
  label,
  reducedMotion,
  sound,
  trim,
}: WheelProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointer = useRef<SVGSVGElement>(null);
  usePaint(canvas, segments, trim);
  useRotation({ canvas, pointer }, { segments, spinTo, isWindingUp, onRest, reducedMotion, sound });
  return (
    <figure className="wheel">
      <div className="wheel-disc">
        <canvas ref={canvas} className="wheel-canvas" aria-hidden="true" />
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
  const paint = useEffectEvent((own = segments, ownTrim = trim) => {
    const [face, context] = [canvas.current, canvas.current?.getContext('2d')];
    if (!face || !context) return;
    const [size, backing] = [cssSize(face), backingSize(face)];
    // By content: a caller may well make the same faces anew each time it renders.
    const picture = JSON.stringify([own, ownTrim, backing]);
    if (backing === 0 || painted.current === picture) return;
    painted.current = picture;
    face.width = backing;
    face.height = backing;
    context.scale(backing / size, backing / size);
    paintWheel(context, size, own, ownTrim, getComputedStyle(face).fontFamily);
  });
  // Not by content at once: a look at the size would lay the page out at each render, in the press as well.
  useLayoutEffect(() => paint(segments, trim), [segments, trim]);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const unwatch = watchScale(canvas.current, () => paint());
    // The label's font may arrive after the first picture.
    const onFonts = (): void => {
      painted.current = '';
      paint();
    };
    document.fonts.addEventListener('loadingdone', onFonts);
    return () => {
      unwatch();
      document.fonts.removeEventListener('loadingdone', onFonts);
    };
  }, [canvas]);
}

/** Light from above on the rim: it stands still, whatever turns beneath it. */
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

/** A crest hanging on its pin over the rim, its tip on the face; the side away from the light is darker. */
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
