// Painted once and turned by the compositor. Knows labels and angles, but no amounts.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { attempt } from '../optional.ts';
import {
  paintWheel,
  plainWheelKit,
  type Segment,
  type Trim,
  type WheelKit,
} from './drawing/paint-wheel.ts';
import { Pointer } from './drawing/pointer-shape.tsx';
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
  /** The campaign's pointer and reveal. */
  kit?: WheelKit;
  /** Edge, hub and shades of the campaign's wheel; over what is painted. */
  image?: string | undefined;
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
  image,
  winner,
  winnerFace,
  onSwipe,
  ...rotation
}: WheelProps) {
  const { segments } = rotation;
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointer = useRef<SVGSVGElement>(null);
  const disc = useRef<HTMLDivElement>(null);
  usePaint(canvas, segments, trim);
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
        {image !== undefined && (
          <picture className="wheel-image">
            <source type="image/avif" srcSet={image} />
            <img alt="" />
          </picture>
        )}
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
): void {
  const painted = useRef('');
  // Not on each render: reading the size forces a layout, even during the press.
  useLayoutEffect(() => paint(canvas.current, painted, segments, trim), [canvas, segments, trim]);
  const repaint = useEffectEvent(() => paint(canvas.current, painted, segments, trim));
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
  trim: Trim,
): void {
  if (!disc) return;
  const [size, backing] = [cssSize(disc), backingSize(disc)];
  const picture = JSON.stringify([segments, trim, backing]);
  if (backing === 0 || painted.current === picture) return;
  painted.current = picture;
  const { fontFamily } = getComputedStyle(disc);
  const labels = showPicture(disc, backing, (context) => {
    context.scale(backing / size, backing / size);
    return paintWheel(context, size, segments, { trim, fontFamily });
  });
  const style = disc.parentElement?.style;
  style?.setProperty('--wheel-radius', `${size / 2}px`);
  for (const [id, label] of labels ?? []) {
    style?.setProperty(`--label-${id}-size`, String(label.size));
    style?.setProperty(`--label-${id}-baseline`, String(label.baseline));
  }
}
