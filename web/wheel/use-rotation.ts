// Turns the wheel as its props say:
//   idle ── isWindingUp ──> winding up ── spinTo ──> spinning ── at the segment ──> stopped, onRest
//   idle ── spinTo ───────────────────────────────────> spinning
//   winding up ── neither ──> idle: unwinds to where it was
//   spinning ── spinTo changes ──> cancelled: stays where it is, no onRest
// A hand may turn it while it is idle. A throw calls `onThrow`, and winding up then goes on as
// it was thrown; let go too slowly, the wheel springs back.
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { playCrossFade, playTurn, type Playback, type Turn } from './animation.ts';
import type { Celebration } from './celebration.ts';
import { pegAngles, restRotation, segmentArcs } from './geometry.ts';
import {
  coastMotion,
  rotateTransform,
  spinMotion,
  springMotion,
  thrownSpinMotion,
  unwindMotion,
  windUpMotion,
  type Motion,
} from './motion.ts';
import type { Segment } from './paint.ts';
import { pegPasses, type PegPass } from './peg-passes.ts';
import { pointerKeyframes, tiltAt } from './pointer.ts';
import type { AudibleTurn, WheelSound } from './sound.ts';
import type { Hand } from './use-throw.ts';

export interface RotationProps {
  segments: readonly Segment[];
  spinTo?: string | undefined;
  isWindingUp?: boolean | undefined;
  onRest: () => void;
  onThrow?: (() => void) | undefined;
  reducedMotion?: boolean | undefined;
  sound?: WheelSound | undefined;
  /** How the segment that it stops at is celebrated. */
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
  const { spinTo } = props;
  const state = stateOf(props);
  const rotation = useRef(0);
  const unwound = useRef(0);
  const playing = useRef<Playback>(undefined);
  /** Degrees per ms: of a throw clockwise, and of the turn that was stopped last. */
  const thrown = useRef(0);
  const stoppedAt = useRef(0);
  const isHeld = useRef(false);

  const startSound = useEffectEvent((turn: AudibleTurn) => props.sound?.start(turn));
  const stopSound = useEffectEvent(() => props.sound?.stop());
  const rest = useEffectEvent(() => {
    props.sound?.rest(props.celebration);
    props.onRest();
  });

  const elements = (disc: HTMLCanvasElement) => ({ disc, pointer: pointer.current });
  const isReduced = () =>
    props.reducedMotion ?? matchMedia('(prefers-reduced-motion: reduce)').matches;
  const pegs = () => pegAngles(segmentArcs(props.segments));

  const turn = (disc: HTMLCanvasElement, id: Turn['id'], motion: Motion): Playback => {
    let passes: readonly PegPass[] = [];
    const isSpin = id === 'spin';
    const playback = playTurn(
      elements(disc),
      {
        id,
        motion,
        pointerKeyframes: () => {
          passes = pegPasses(motion, pegs());
          return pointerKeyframes(motion, passes);
        },
      },
      {
        onStart: () =>
          startSound({ motion, passes, vibrates: isSpin, elapsedMs: () => playback.elapsedMs() }),
        ...(isSpin ? { onEnd: () => rest() } : {}),
      },
    );
    return playback;
  };

  const turnBack = (disc: HTMLCanvasElement, motion: Motion): Playback =>
    playTurn(elements(disc), { id: 'unwind', motion, pointerKeyframes: () => [] }, {});

  const unwind = (disc: HTMLCanvasElement): Playback | undefined => {
    props.sound?.suspend();
    thrown.current = 0;
    // A wheel that has turned on clockwise for many turns does not turn back through them.
    unwound.current += 360 * Math.max(0, Math.round((rotation.current - unwound.current) / 360));
    if (rotation.current === unwound.current) return undefined;
    return turnBack(disc, unwindMotion(rotation.current, unwound.current));
  };

  const spinMotionTo = (to: number): Motion =>
    thrown.current > 0 && stoppedAt.current > 0
      ? thrownSpinMotion(rotation.current, to, stoppedAt.current)
      : spinMotion(rotation.current, to);

  const enter = useEffectEvent((entered: State, target?: string): Playback | undefined => {
    const disc = canvas.current;
    if (!disc) return undefined;
    if (entered === 'idle') return unwind(disc);
    if (entered === 'windingUp') {
      if (isReduced() || typeof disc.animate !== 'function') return undefined;
      const from = rotation.current;
      const motion = thrown.current > 0 ? coastMotion(from, thrown.current) : windUpMotion(from);
      return turn(disc, 'wind-up', motion);
    }
    const segment = props.segments.find(({ id }) => id === target);
    // From where a hand has turned it, or from where it was before it was drawn back.
    const from = Math.max(unwound.current, rotation.current);
    const to = segment ? restRotation(segment.angle, 20, from) : unwound.current;
    if (segment && !isReduced()) return turn(disc, 'spin', spinMotionTo(to));
    return playCrossFade(elements(disc), rotation.current, to, { onEnd: () => rest() });
  });

  const stopPlaying = (): void => {
    if (!playing.current) return;
    stoppedAt.current = playing.current.speed();
    rotation.current = playing.current.stop();
    playing.current = undefined;
  };

  useEffect(() => {
    playing.current = enter(state, spinTo);
    return () => {
      isHeld.current = false;
      // In strict mode React runs the effect twice: the first run leaves the wheel where it was.
      stopPlaying();
      if (state === 'spinning') {
        unwound.current = rotation.current;
        thrown.current = 0;
      }
      stopSound();
    };
  }, [spinTo, state]);

  const point = (transform: string): void => {
    if (pointer.current) pointer.current.style.transform = transform;
  };

  return {
    grab: () => {
      if (state !== 'idle' || !canvas.current) return undefined;
      stopPlaying();
      isHeld.current = true;
      return rotation.current;
    },
    follow: (to, isClockwise) => {
      const disc = canvas.current;
      if (!isHeld.current || !disc || isReduced()) return;
      rotation.current = to;
      disc.style.transform = rotateTransform(to);
      point(rotateTransform(tiltAt(to, isClockwise, pegs())));
    },
    letGo: (speed) => {
      const disc = canvas.current;
      if (!isHeld.current || !disc) return;
      isHeld.current = false;
      point('');
      if (speed !== 0 && props.onThrow) {
        // Thrown the other way it is drawn back, as PLAY does.
        thrown.current = Math.max(0, speed);
        props.onThrow();
      } else if (rotation.current !== unwound.current) {
        playing.current = turnBack(disc, springMotion(rotation.current, unwound.current));
      }
    },
  };
}
