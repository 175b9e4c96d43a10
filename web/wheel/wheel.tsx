// The reward wheel on the page: a canvas painted once, turned by the compositor, under a pointer that stands still.
// Never decides an outcome, never makes a call, never knows what a face is worth.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { pegAngles, restAngle, sectors } from './geometry.ts';
import { biscuitTrim, paintWheel, type Face, type Trim } from './paint.ts';
import { backingSize, cssSize, watchScale } from './scale.ts';
import type { SoundingTurn, WheelSound } from './sound.ts';
import { startSpin } from './spin.ts';
import './wheel.css';

export type { Face } from './paint.ts';

export interface WheelProps {
  /** Two or more, each at its own angle. */
  faces: readonly Face[];
  /**
   * The id of the face to stop at. Each change to an id is one spin, from where the wheel stands; `undefined` is no
   * spin, and stops one under way without `onRest`. An id that no face has comes to rest without a
   * turn: no reward may hang on the show.
   */
  spinTo?: string | undefined;
  /** Called once a spin, when the face stands under the pointer. */
  onRest: () => void;
  /** What a screen reader says of the picture; not seen. The result is for the caller to announce. */
  label: string;
  /** Overrides what the device says of reduced motion. */
  reducedMotion?: boolean | undefined;
  /** What is heard of a spin; nothing without it. The caller wakes it in a press, and closes it. */
  sound?: WheelSound | undefined;
  trim?: Trim;
}

/** A wheel as wide as its place allows. */
export function Wheel({
  faces,
  spinTo,
  onRest,
  label,
  reducedMotion,
  sound,
  trim = biscuitTrim,
}: WheelProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  usePaint(canvas, faces, trim);
  useSpin(canvas, { faces, spinTo, onRest, reducedMotion, sound });
  return (
    <figure className="wheel">
      <div className="wheel-disc">
        <canvas ref={canvas} className="wheel-face" aria-hidden="true" />
      </div>
      <Pointer colour={trim.pointer} line={trim.line} />
      <figcaption className="wheel-caption">{label}</figcaption>
    </figure>
  );
}

function usePaint(
  canvas: RefObject<HTMLCanvasElement | null>,
  faces: readonly Face[],
  trim: Trim,
): void {
  const painted = useRef('');
  const paint = useEffectEvent(() => {
    const [face, context] = [canvas.current, canvas.current?.getContext('2d')];
    if (!face || !context) return;
    const [size, backing] = [cssSize(face), backingSize(face)];
    // By content: a caller may well make the same faces anew each time it renders.
    const picture = JSON.stringify([faces, trim, backing]);
    if (backing === 0 || painted.current === picture) return;
    painted.current = picture;
    face.width = backing;
    face.height = backing;
    context.scale(backing / size, backing / size);
    paintWheel(context, size, faces, trim, getComputedStyle(face).fontFamily);
  });
  useLayoutEffect(() => paint());
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

function useSpin(
  canvas: RefObject<HTMLCanvasElement | null>,
  props: Pick<WheelProps, 'faces' | 'spinTo' | 'onRest' | 'reducedMotion' | 'sound'>,
): void {
  const { spinTo } = props;
  const rotation = useRef(0);
  const rested = useEffectEvent(() => {
    props.sound?.land();
    props.onRest();
  });
  const turning = useEffectEvent((turn: SoundingTurn) => props.sound?.begin(turn));
  const withdrawn = useEffectEvent(() => props.sound?.stop());
  const start = useEffectEvent((id: string) => {
    const face = props.faces.find((known) => known.id === id);
    if (!canvas.current) return undefined;
    const from = rotation.current;
    const to = face ? restAngle(face.angle, 20, from) : from;
    const calm =
      !face || (props.reducedMotion ?? matchMedia('(prefers-reduced-motion: reduce)').matches);
    const spin = startSpin(
      canvas.current,
      { from, to, calm },
      {
        onTurn: () => {
          const pegs = pegAngles(sectors(props.faces));
          turning({ from, to, pegs, elapsedMs: () => spin.elapsedMs() });
        },
        onRest: () => rested(),
      },
    );
    return spin;
  });
  useEffect(() => {
    if (spinTo === undefined) return undefined;
    const spin = start(spinTo);
    return () => {
      // Also what makes a double-run effect one spin: the first run leaves the wheel where it stood.
      if (spin) rotation.current = spin.stop();
      withdrawn();
    };
  }, [spinTo]);
}

/** A crest hanging over the rim, its tip on the face; the side away from the light is darker. */
function Pointer({ colour, line }: { colour: string; line: string }) {
  return (
    <svg className="wheel-pointer" viewBox="0 0 64 82" aria-hidden="true" focusable="false">
      <path d={crest} fill={colour} stroke={line} strokeWidth="4" strokeLinejoin="round" />
      <path d={shadedHalf} fill="#2a0c00" opacity="0.26" />
      <path d="M9 8 H55" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" opacity="0.4" />
      <circle cx="32" cy="27.5" r="10" fill="#2a0c00" opacity="0.35" />
      <circle cx="32" cy="26" r="9.5" fill={line} />
      <circle cx="32" cy="26" r="4.5" fill={colour} />
    </svg>
  );
}

const crest =
  'M9 3 H55 A6 6 0 0 1 61 9 V25 C61 44 45 58 34.5 76 Q32 80 29.5 76 C19 58 3 44 3 25 V9 A6 6 0 0 1 9 3 Z';
const shadedHalf = 'M32 5 H55 A4 4 0 0 1 59 9 V25 C59 43 43 57 33 74.5 Q32.5 76 32 76 Z';
