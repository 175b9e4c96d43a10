// Painted once and turned by the compositor. Knows labels and angles, but no amounts.
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { attempt } from '../optional.ts';
import { paintWheel, type Segment } from './drawing/paint-wheel.ts';
import { Pointer } from './drawing/pointer-shape.tsx';
import { plainWheelKit, type Rim, type Trim, type WheelKit } from './drawing/rim.ts';
import { backingSize, cssSize, watchScale, showPicture } from './drawing/canvas-size.ts';
import { Spotlight } from './drawing/spotlight.tsx';
import { stateOf, useRotation, type RotationProps } from './use-rotation.ts';
import { swipeRule } from './opening/gestures.ts';
import { useGesture } from './opening/opening.tsx';
import { WinnerFace } from './drawing/winner-face.tsx';
import './wheel.css';

export interface WheelProps extends RotationProps {
  label: string;
  trim: Trim;
  /** The campaign's rim, pointer and reveal. */
  kit?: WheelKit;
  /** The segment under the pointer, once the wheel has stopped: the others are dimmed. */
  winner?: Segment['id'] | undefined;
  onSwipe?: (() => void) | undefined;
  /** Lies over its segment. */
  winnerFace?: RefObject<HTMLDivElement | null>;
}

export function Wheel({
  label,
  trim,
  kit = plainWheelKit,
  winner,
  winnerFace,
  onSwipe,
  ...rotation
}: WheelProps) {
  const { segments } = rotation;
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointer = useRef<SVGSVGElement>(null);
  const disc = useRef<HTMLDivElement>(null);
  usePaint(canvas, segments, trim, kit.rim);
  useRotation({ canvas, pointer }, rotation);
  const isIdle = stateOf(rotation) === 'idle';
  const handlers = useGesture(swipeRule, { isIdle, onOpen: () => onSwipe?.() });
  return (
    <figure className="wheel">
      <div
        ref={disc}
        className="wheel-disc"
        data-stopped={winner !== undefined || undefined}
        {...handlers}
      >
        <canvas ref={canvas} className="wheel-canvas" aria-hidden="true" />
        {winner !== undefined && (
          <>
            <Spotlight
              segments={segments}
              winner={winner}
              flashes={rotation.celebration}
              reveal={kit.reveal}
            />
            <WinnerFace ref={winnerFace} segments={segments} winner={winner} />
          </>
        )}
        <div className="wheel-hub" />
        <Light />
      </div>
      <Pointer ref={pointer} shape={kit.pointer} colour={trim.pointer} line={trim.line} />
      <figcaption className="wheel-caption">{label}</figcaption>
    </figure>
  );
}

function usePaint(
  canvas: RefObject<HTMLCanvasElement | null>,
  segments: readonly Segment[],
  trim: Trim,
  rim: Rim,
): void {
  const painted = useRef('');
  // Not on each render: reading the size forces a layout, even during the press.
  useLayoutEffect(
    () => paint(canvas.current, painted, segments, { trim, rim }),
    [canvas, segments, trim, rim],
  );
  const repaint = useEffectEvent(() => paint(canvas.current, painted, segments, { trim, rim }));
  useEffect(() => {
    if (!canvas.current) return undefined;
    const unwatch = watchScale(canvas.current, () => repaint());
    // The labels' font may arrive after the first painting.
    const onFonts = (): void => {
      painted.current = '';
      repaint();
    };
    attempt(() => document.fonts.addEventListener('loadingdone', onFonts));
    return () => {
      unwatch();
      attempt(() => document.fonts.removeEventListener('loadingdone', onFonts));
    };
  }, [canvas]);
}

/** By content: a caller may create equal segments on each render. */
function paint(
  disc: HTMLCanvasElement | null,
  painted: RefObject<string>,
  segments: readonly Segment[],
  look: { trim: Trim; rim: Rim },
): void {
  if (!disc) return;
  const [size, backing] = [cssSize(disc), backingSize(disc)];
  const picture = JSON.stringify([segments, look, backing]);
  if (backing === 0 || painted.current === picture) return;
  painted.current = picture;
  const { fontFamily } = getComputedStyle(disc);
  const labels = showPicture(disc, backing, (context) => {
    context.scale(backing / size, backing / size);
    return paintWheel(context, size, segments, { ...look, fontFamily });
  });
  const style = disc.parentElement?.style;
  style?.setProperty('--wheel-radius', `${size / 2}px`);
  for (const [id, label] of labels ?? []) {
    style?.setProperty(`--label-${id}-size`, String(label.size));
    style?.setProperty(`--label-${id}-baseline`, String(label.baseline));
  }
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
