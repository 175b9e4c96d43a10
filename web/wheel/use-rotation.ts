// Turns the wheel as its props say:
//   idle ── isWindingUp ──> winding up ── spinTo ──> spinning ── at the segment ──> stopped, onRest
//   idle ── spinTo ───────────────────────────────────> spinning
//   winding up ── neither ──> idle: unwinds to where it was
//   spinning ── spinTo changes ──> cancelled: stays where it is, no onRest
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { prefersReducedMotion } from '../optional.ts';
import { playTurn, type Playback, type Turn, type WheelElements } from './motion/animation.ts';
import type { Celebration } from './sound/haptics.ts';
import { pegAngles, restRotation, segmentArcs } from './motion/geometry.ts';
import { calmMs, spinMotion, unwindMotion, windUpMotion, type Motion } from './motion/motion.ts';
import type { Segment } from './drawing/paint-wheel.ts';
import { pegPasses, type PegPass, pointerKeyframes } from './motion/pointer.ts';
import type { AudibleTurn, WheelSound } from './sound/sound.ts';

export interface RotationProps {
  segments: readonly Segment[];
  spinTo?: Segment['id'] | undefined;
  isWindingUp?: boolean | undefined;
  onRest: () => void;
  sound?: WheelSound | undefined;
  /** The celebration for the segment at which it stops. */
  celebration?: Celebration | undefined;
}

interface Elements {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly pointer: RefObject<SVGSVGElement | null>;
}

interface Turning {
  rotation: number;
  /** Rotation to return to if a press leads to nothing. */
  unwound: number;
  playing: Playback | undefined;
}

type State = 'idle' | 'windingUp' | 'spinning';

export function stateOf({ spinTo, isWindingUp }: RotationProps): State {
  if (spinTo !== undefined) return 'spinning';
  return isWindingUp === true ? 'windingUp' : 'idle';
}

export function useRotation({ canvas, pointer }: Elements, props: RotationProps): void {
  const { spinTo, segments } = props;
  const state = stateOf(props);
  const turning = useRef<Turning>({ rotation: 0, unwound: 0, playing: undefined });

  const startSound = useEffectEvent((turn: AudibleTurn) => props.sound?.start(turn));
  const stopSound = useEffectEvent(() => props.sound?.stop());
  const rest = useEffectEvent(() => props.onRest());

  const enter = useEffectEvent((entered: State, target?: Segment['id']): Playback | undefined => {
    const disc = canvas.current;
    if (!disc) return undefined;
    const elements = { disc, pointer: pointer.current };
    const own = turning.current;
    const turn = (id: Turn['id'], motion: Motion) =>
      playAudibly(
        elements,
        { id, motion, pegs: pegAngles(segmentArcs(segments)) },
        { onStart: startSound, onSpun: rest },
      );
    if (entered === 'idle') {
      props.sound?.suspend();
      if (own.rotation === own.unwound) return undefined;
      const motion = unwindMotion(own.rotation, own.unwound);
      return playTurn(elements, { id: 'unwind', motion }, {});
    }
    if (entered === 'windingUp') {
      if (prefersReducedMotion() || typeof disc.animate !== 'function') return undefined;
      return turn('wind-up', windUpMotion(own.rotation));
    }
    const segment = segments.find(({ id }) => id === target);
    const to = segment ? restRotation(segment.angle, 20, own.unwound) : own.unwound;
    if (segment && !prefersReducedMotion()) return turn('spin', spinMotion(own.rotation, to));
    // Nothing turns: it fades in as it rests.
    const motion = { from: to, to, durationMs: calmMs, phases: [] };
    return playTurn(elements, { id: 'spin', motion, keyframes: fade }, { onEnd: rest });
  });

  useEffect(() => {
    const own = turning.current;
    own.playing = enter(state, spinTo);
    return () => {
      // In strict mode React runs the effect twice: the first run leaves the wheel where it was.
      own.rotation = own.playing?.stop() ?? own.rotation;
      own.playing = undefined;
      if (state === 'spinning') own.unwound = own.rotation;
      stopSound();
    };
  }, [spinTo, state]);
}

const fade = [{ opacity: 0 }, { opacity: 1 }];

type AudibleMotion = Pick<Turn, 'id' | 'motion'> & { readonly pegs: readonly number[] };

function playAudibly(
  elements: WheelElements,
  { id, motion, pegs }: AudibleMotion,
  { onStart, onSpun }: { onStart: (turn: AudibleTurn) => void; onSpun: () => void },
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
      onStart: () => onStart({ passes, isSpin, elapsedMs: () => playback.elapsedMs() }),
      ...(isSpin ? { onEnd: onSpun } : {}),
    },
  );
  return playback;
}
