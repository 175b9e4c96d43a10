// Turns the wheel as its props say:
//   idle ── isWindingUp ──> winding up ── spinTo ──> spinning ── at the segment ──> stopped, onRest
//   idle ── spinTo ───────────────────────────────────> spinning
//   winding up ── neither ──> idle: unwinds to where it was
//   spinning ── spinTo changes ──> cancelled: stays where it is, no onRest
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { playCrossFade, playTurn, type Playback, type Turn } from './animation.ts';
import { pegAngles, restRotation, segmentArcs } from './geometry.ts';
import { spinMotion, unwindMotion, windUpMotion, type Motion } from './motion.ts';
import type { Segment } from './paint.ts';
import { pegPasses, type PegPass } from './peg-passes.ts';
import { pointerKeyframes } from './pointer.ts';
import type { AudibleTurn, WheelSound } from './sound.ts';

export interface RotationProps {
  segments: readonly Segment[];
  spinTo?: string | undefined;
  isWindingUp?: boolean | undefined;
  onRest: () => void;
  reducedMotion?: boolean | undefined;
  sound?: WheelSound | undefined;
}

interface Elements {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly pointer: RefObject<SVGSVGElement | null>;
}

type State = 'idle' | 'windingUp' | 'spinning';

function stateOf({ spinTo, isWindingUp }: RotationProps): State {
  if (spinTo !== undefined) return 'spinning';
  return isWindingUp === true ? 'windingUp' : 'idle';
}

export function useRotation({ canvas, pointer }: Elements, props: RotationProps): void {
  const { spinTo } = props;
  const state = stateOf(props);
  const rotation = useRef(0);
  const unwound = useRef(0);

  const startSound = useEffectEvent((turn: AudibleTurn) => props.sound?.start(turn));
  const stopSound = useEffectEvent(() => props.sound?.stop());
  const rest = useEffectEvent(() => {
    props.sound?.rest();
    props.onRest();
  });

  const elements = (disc: HTMLCanvasElement) => ({ disc, pointer: pointer.current });

  const turn = (disc: HTMLCanvasElement, id: Turn['id'], motion: Motion): Playback => {
    let passes: readonly PegPass[] = [];
    const isSpin = id === 'spin';
    const playback = playTurn(
      elements(disc),
      {
        id,
        motion,
        pointerKeyframes: () => {
          passes = pegPasses(motion, pegAngles(segmentArcs(props.segments)));
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

  const unwind = (disc: HTMLCanvasElement): Playback | undefined => {
    props.sound?.suspend();
    if (rotation.current === unwound.current) return undefined;
    const motion = unwindMotion(rotation.current, unwound.current);
    return playTurn(elements(disc), { id: 'unwind', motion, pointerKeyframes: () => [] }, {});
  };

  const enter = useEffectEvent((entered: State, target?: string): Playback | undefined => {
    const disc = canvas.current;
    if (!disc) return undefined;
    const isReduced = props.reducedMotion ?? matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (entered === 'idle') return unwind(disc);
    if (entered === 'windingUp') {
      const canAnimate = !isReduced && typeof disc.animate === 'function';
      return canAnimate ? turn(disc, 'wind-up', windUpMotion(rotation.current)) : undefined;
    }
    const segment = props.segments.find(({ id }) => id === target);
    const to = segment ? restRotation(segment.angle, 20, unwound.current) : unwound.current;
    if (segment && !isReduced) return turn(disc, 'spin', spinMotion(rotation.current, to));
    return playCrossFade(elements(disc), rotation.current, to, { onEnd: () => rest() });
  });

  useEffect(() => {
    const playback = enter(state, spinTo);
    return () => {
      // In strict mode React runs the effect twice: the first run leaves the wheel where it was.
      if (playback) rotation.current = playback.stop();
      if (state === 'spinning') unwound.current = rotation.current;
      stopSound();
    };
  }, [spinTo, state]);
}
