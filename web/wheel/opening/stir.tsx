// A cup from above: a finger goes round it, and the spoon with it.
import { angleOf, stirred, stirRule } from './gestures.ts';
import { Pieces, type Gesture } from './opening.tsx';

/** Two arms of milk. */
const swirl = 'M0 -5A6 6 0 0 1 6 6A13 13 0 0 1 -15 3A18 18 0 0 1 11 -18A23 23 0 0 1 23 11';

export const stir: Gesture = {
  ...stirRule,
  Picture: ({ paths: [path], isDone }) => {
    const last = path?.at(-1);
    const turned = isDone ? 1080 : stirred(path);
    const spoon = (last ? angleOf(last) : 38) + (isDone ? 360 : 0);
    const at = (degrees: number) => ({
      transform: `rotate(${degrees}deg)`,
      transition: path && !isDone ? '' : 'transform 0.9s ease-out',
    });
    return (
      <svg viewBox="-50 -50 100 100" fill="none" strokeLinecap="round">
        <circle r="40.5" fill="#d1703f" stroke="#9c4522" strokeWidth="2" />
        <path d="M-37 -9A38 38 0 0 1 9 -37" stroke="#f0a77c" strokeWidth="3" />
        <circle r="34" fill="#b8743a" stroke="#6e2c14" strokeWidth="4" />
        <path d={swirl} stroke="#e6b57c" strokeWidth="4" style={at(turned * 0.7)} />
        <g data-hint="rotate(70deg)" style={at(spoon)}>
          <path d="M0 -18V-48" stroke="#a87c1f" strokeWidth="7" />
          <ellipse cy="-15" rx="7.5" ry="10" fill="#f2c35b" stroke="#a87c1f" strokeWidth="1.5" />
          <path d="M0 -18V-48" stroke="#f2c35b" strokeWidth="4.5" />
          <path d="M-3.5 -18Q-2 -22 2 -22" stroke="#fff4d6" strokeWidth="2" />
        </g>
        <Pieces isOff={isDone} colours={['#e6b57c', '#b8743a', '#f4fbee']} />
      </svg>
    );
  },
};
