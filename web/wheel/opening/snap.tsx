// The campaign's emblem is a biscuit: a finger takes one half away, or two take both apart.
import { halvesOf, snapRule } from './gestures.ts';
import { Pieces, type Gesture } from './opening.tsx';

/** It gives way a little before it breaks. */
const give = 0.35;
const crack = '54% 0%,46% 17%,55% 33%,45% 50%,54% 66%,46% 84%,52% 100%';

export const snap: Gesture = {
  ...snapRule,
  Picture: ({ paths, isDone }) => (
    <>
      {halvesOf(paths).map(({ x, y }, at) => {
        const side = at === 0 ? -1 : 1;
        const bent = `translate(${x * give * 100}%, ${y * give * 100}%) rotate(${(x + side * y) * 14}deg)`;
        const half = {
          background: 'var(--art-emblem) center / contain no-repeat',
          clipPath: `polygon(${crack},${at * 100}% 100%,${at * 100}% 0)`,
          transform: isDone ? `translate(${side * 46}%, 18%) rotate(${side * 32}deg)` : bent,
          opacity: isDone ? 0 : 1,
          transition: paths.length > 0 && !isDone ? '' : 'transform 0.3s, opacity 0.4s 0.25s',
        };
        const hint = `translate(${side * 7}%, 0) rotate(${side * 5}deg)`;
        return <i key={side} data-hint={hint} style={half} />;
      })}
      <svg viewBox="-50 -50 100 100">
        <Pieces isOff={isDone} colours={['#e0a157', '#efbd7b', '#a9652a']} />
      </svg>
    </>
  ),
};
