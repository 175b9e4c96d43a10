// Turns the wheel as its props say:
//   idle ── isWindingUp ──> winding up ── spinTo ──> spinning ── at the segment ──> stopped, onRest
//   idle ── spinTo ───────────────────────────────────> spinning
//   winding up ── neither ──> idle: unwinds to where it was
//   spinning ── spinTo changes ──> cancelled: stays where it is, no onRest
// A hand may turn it while it is idle. A throw calls `onThrow`, and winding up then goes on as
// it was thrown; let go too slowly, the wheel springs back.
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { prefersReducedMotion } from '../optional.ts';
import {
  playCrossFade,
  playTurn,
  type Playback,
  type Turn,
  type WheelElements,
} from './motion/animation.ts';
import type { Celebration } from './sound/haptics.ts';
import { pegAngles, segmentArcs } from './motion/geometry.ts';
import { unwindMotion, type Motion, rotateTransform, springMotion } from './motion/motion.ts';
import type { Segment } from './drawing/paint-wheel.ts';
import { pegPasses, type PegPass, pointerKeyframes, tiltAt } from './motion/pointer.ts';
import type { AudibleTurn, WheelSound } from './sound/sound.ts';
import {
  atRest,
  endSpin,
  endWait,
  restAt,
  spinMotionTo,
  stopPlaying,
  waitMotion,
  type Turning,
} from './motion/turning.ts';
import type { Hand } from './use-throw.ts';

export interface RotationProps {
  segments: readonly Segment[];
  spinTo?: Segment['id'] | undefined;
  isWindingUp?: boolean | undefined;
  onRest: () => void;
  onThrow?: (() => void) | undefined;
  reducedMotion?: boolean | undefined;
  sound?: WheelSound | undefined;
  /** The celebration for the segment at which it stops. */
  celebration?: Celebration | undefined;
}

interface Elements {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly pointer: RefObject<SVGSVGElement | null>;
}

type State = 'idle' | 'windingUp' | 'spinning';

export function stateOf({ spinTo, isWindingUp }: RotationProps): State {
  if (spinTo !== undefined) return 'spinning';
  return isWindingUp === true ? 'windingUp' : 'idle';
}

export function useRotation({ canvas, pointer }: Elements, props: RotationProps): Hand {
  const { spinTo, segments, onThrow } = props;
  const state = stateOf(props);
  const turning = useRef(atRest());

  const startSound = useEffectEvent((turn: AudibleTurn) => props.sound?.start(turn));
  const stopSound = useEffectEvent(() => props.sound?.stop());
  const rest = useEffectEvent(() => props.onRest());

  const isReduced = () => props.reducedMotion ?? prefersReducedMotion();
  const pegs = () => pegAngles(segmentArcs(segments));

  const enter = useEffectEvent((entered: State, target?: Segment['id']): Playback | undefined => {
    const disc = canvas.current;
    if (!disc) return undefined;
    const elements = { disc, pointer: pointer.current };
    const own = turning.current;
    const turn = (id: Turn['id'], motion: Motion) =>
      playAudibly(
        elements,
        { id, motion, pegs: pegs() },
        (audible) => startSound(audible),
        () => {
          rest();
        },
      );
    if (entered === 'idle') {
      props.sound?.suspend();
      endWait(own);
      if (own.rotation === own.unwound) return undefined;
      const motion = unwindMotion(own.rotation, own.unwound);
      return playTurn(elements, { id: 'unwind', motion, pointerKeyframes: () => [] }, {});
    }
    if (entered === 'windingUp') {
      if (isReduced() || typeof disc.animate !== 'function') return undefined;
      return turn('wind-up', waitMotion(own));
    }
    const segment = segments.find(({ id }) => id === target);
    const to = segment ? restAt(own, segment.angle) : own.unwound;
    if (segment && !isReduced()) return turn('spin', spinMotionTo(own, to));
    return playCrossFade(elements, own.rotation, to, { onEnd: () => rest() });
  });

  useEffect(() => {
    const own = turning.current;
    own.playing = enter(state, spinTo);
    return () => {
      own.isHeld = false;
      // In strict mode React runs the effect twice: the first run leaves the wheel where it was.
      stopPlaying(own);
      if (state === 'spinning') endSpin(own);
      stopSound();
    };
  }, [spinTo, state]);

  return useWheelDrag({
    canvas,
    pointer,
    turning,
    isIdle: state === 'idle',
    isReduced,
    pegs,
    onThrow,
  });
}

type AudibleMotion = Pick<Turn, 'id' | 'motion'> & { readonly pegs: readonly number[] };

function playAudibly(
  elements: WheelElements,
  { id, motion, pegs }: AudibleMotion,
  onStart: (turn: AudibleTurn) => void,
  onSpun: () => void,
): Playback {
  let passes: readonly PegPass[] = [];
  const isSpin = id === 'spin';
  const playback = playTurn(
    elements,
    {
      id,
      motion,
      pointerKeyframes: () => {
        passes = pegPasses(motion, pegs);
        return pointerKeyframes(motion, passes);
      },
    },
    {
      onStart: () => onStart({ motion, passes, isSpin, elapsedMs: () => playback.elapsedMs() }),
      ...(isSpin ? { onEnd: onSpun } : {}),
    },
  );
  return playback;
}

interface WheelDragOptions {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly pointer: RefObject<SVGSVGElement | null>;
  readonly turning: RefObject<Turning>;
  readonly isIdle: boolean;
  readonly isReduced: () => boolean;
  readonly pegs: () => readonly number[];
  readonly onThrow: (() => void) | undefined;
}

/** A counter-clockwise throw draws the wheel back, as PLAY does. */
function useWheelDrag({
  canvas,
  pointer,
  turning,
  isIdle,
  isReduced,
  pegs,
  onThrow,
}: WheelDragOptions): Hand {
  return {
    grab: () => {
      if (!isIdle || !canvas.current) return undefined;
      const own = turning.current;
      stopPlaying(own);
      own.isHeld = true;
      return own.rotation;
    },
    follow: (to, isClockwise) => {
      const own = turning.current;
      if (!own.isHeld || isReduced()) return;
      own.rotation = to;
      show(canvas.current, rotateTransform(to));
      show(pointer.current, rotateTransform(tiltAt(to, isClockwise, pegs())));
    },
    letGo: (speed) => {
      const own = turning.current;
      const disc = canvas.current;
      if (!own.isHeld || !disc) return;
      own.isHeld = false;
      show(pointer.current, '');
      if (speed !== 0 && onThrow) {
        own.thrown = Math.max(0, speed);
        onThrow();
      } else if (own.rotation !== own.unwound) {
        const motion = springMotion(own.rotation, own.unwound);
        const turn = { id: 'unwind', motion, pointerKeyframes: () => [] } as const;
        own.playing = playTurn({ disc, pointer: pointer.current }, turn, {});
      }
    },
  };
}

function show(element: HTMLElement | SVGElement | null, transform: string): void {
  if (element) element.style.transform = transform;
}
