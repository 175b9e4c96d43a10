// What the wheel does, by what its caller says: it stands, it is wound up, it is thrown to a face, it is let down. Never
// decides an outcome; paints nothing.
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { pegAngles, restRotation, segmentArcs } from './geometry.ts';
import {
  spinMotion,
  pegPasses,
  unwindMotion,
  windUpMotion,
  type Motion,
  type PegPass,
} from './motion.ts';
import { pointerKeyframes } from './pointer.ts';
import type { SoundingTurn } from './sound.ts';
import { startFade, startTurn, type Show, type Stage, type Turn } from './animation.ts';
import type { WheelProps } from './wheel.tsx';

interface Elements {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly pointer: RefObject<SVGSVGElement | null>;
}

type Props = Pick<
  WheelProps,
  'segments' | 'spinTo' | 'isWindingUp' | 'onRest' | 'reducedMotion' | 'sound'
>;

export function useRotation({ canvas, pointer }: Elements, props: Props): void {
  const { spinTo } = props;
  const winds = spinTo === undefined && props.isWindingUp === true;
  /** Where the wheel stands, and where it stood before it was wound up. */
  const rotation = useRef(0);
  const unwound = useRef(0);

  const turn = (stage: Stage, name: Turn['name'], motion: Motion): Show => {
    // Calmly let down: nothing flicks, nothing ticks.
    if (name === 'unwind') return startTurn(stage, { name, motion, tilts: () => [] }, {});
    const isFelt = name === 'spin';
    let strikes: readonly PegPass[] = [];
    const tilts = () => {
      strikes = pegPasses(motion, pegAngles(segmentArcs(props.segments)));
      return pointerKeyframes(motion, strikes);
    };
    const show = startTurn(
      stage,
      { name, motion, tilts },
      {
        onTurn: () => begun({ motion, strikes, isFelt, elapsedMs: () => show.elapsedMs() }),
        ...(isFelt ? { onRest: () => rested() } : {}),
      },
    );
    return show;
  };
  const begun = useEffectEvent((sounding: SoundingTurn) => props.sound?.begin(sounding));
  const rested = useEffectEvent(() => {
    props.sound?.land();
    props.onRest();
  });
  const withdrawn = useEffectEvent(() => props.sound?.stop());

  const start = useEffectEvent((isWinding: boolean): Show | undefined => {
    const [disc, from] = [canvas.current, rotation.current];
    if (!disc) return undefined;
    const stage = { disc, pointer: pointer.current };
    const isCalm = props.reducedMotion ?? matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (props.spinTo === undefined) {
      // Wound up without a show it would stand turned, for nothing.
      const canWind = !isCalm && typeof disc.animate === 'function';
      if (isWinding) return canWind ? turn(stage, 'wind', windUpMotion(from)) : undefined;
      props.sound?.sleep();
      if (from === unwound.current) return undefined;
      return turn(stage, 'unwind', unwindMotion(from, unwound.current));
    }
    const face = props.segments.find(({ id }) => id === props.spinTo);
    const to = face ? restRotation(face.angle, 20, unwound.current) : unwound.current;
    if (!face || isCalm) return startFade(stage, from, to, { onRest: () => rested() });
    return turn(stage, 'spin', spinMotion(from, to));
  });

  useEffect(() => {
    const isThrown = spinTo !== undefined;
    const show = start(winds);
    return () => {
      // Also what makes a double-run effect one spin: the first run leaves the wheel where it stood.
      if (show) rotation.current = show.stop();
      if (isThrown) unwound.current = rotation.current;
      withdrawn();
    };
  }, [spinTo, winds]);
}
