// The flight of one piece, computed in advance: the compositor only has to play it. Pure.

type Field = {
  /** Of the ticket, behind which it starts, and of the screen, in pixels. */
  ticket: { readonly width: number; readonly height: number };
  screen: { readonly width: number; readonly height: number };
  reach: number;
};

export type Flight = { keyframes: Keyframe[]; durationMs: number };

const samples = 7;
/** Screen heights a second, and a second of that. */
const [slowestRise, fastestRise, gravity] = [0.55, 1.15, 1.35];

/** @param random from 0 to 1, as `Math.random` */
export function flightOf(random: () => number, { ticket, screen, reach }: Field): Flight {
  const between = (from: number, to: number) => from + (to - from) * random();
  const side = between(-1, 1);
  const start = { x: side * 0.4 * ticket.width, y: between(-0.35, 0.2) * ticket.height };
  const across = side * between(0.15, 0.5) * Math.max(screen.width, ticket.width * 1.5) * reach;
  const rise = between(slowestRise, fastestRise) * screen.height * Math.sqrt(reach);
  const turn = between(-540, 540);
  const seconds = between(1.5, 2.2);
  const keyframes = Array.from({ length: samples }, (_, sample): Keyframe => {
    const share = sample / (samples - 1);
    const time = share * seconds;
    // The air takes the speed to the side, not the fall.
    const x = start.x + across * (1 - (1 - share) ** 2);
    const y = start.y - rise * time + (gravity * screen.height * time ** 2) / 2;
    return {
      transform: `translate3d(${x.toFixed(1)}px, ${y.toFixed(1)}px, 0) rotate(${(turn * share).toFixed(0)}deg) rotateX(${(turn * 1.6 * share).toFixed(0)}deg)`,
      opacity: share < 0.8 ? 1 : (1 - share) / 0.2,
    };
  });
  return { keyframes, durationMs: 1000 * seconds };
}
