// The marble in a bottle's mouth: held down, it swells; let go, it pops.
import { popRule, swellMs } from './gestures.ts';
import { Pieces, type Gesture } from './opening.tsx';

export const pop: Gesture = {
  ...popRule,
  Picture: ({ paths, isDone }) => {
    const isHeld = paths.length > 0 && !isDone;
    const size = isDone ? 0.4 : isHeld ? 1.34 : 1;
    const marble = {
      transform: `scale(${size})`,
      opacity: isDone ? 0 : 1,
      transition: `transform ${isHeld ? `${swellMs}ms linear` : '0.2s ease-out'}, opacity 0.3s`,
    };
    return (
      <svg viewBox="-50 -50 100 100" fill="none" strokeLinecap="round">
        <circle r="39" fill="#082a48" stroke="#8fdcae" strokeWidth="8" />
        <circle r="43" stroke="#f1fbff" strokeWidth="2" />
        <g data-hint="scale(1.1)" style={marble}>
          <circle r="29" fill="#1d7f9c" />
          <circle r="26" cx="-2" cy="-2" fill="#4fb7c9" />
          <circle r="20" cx="-5" cy="-5" fill="#9ee6ea" />
          <path d="M-19 9Q-6 -13 7 1T21 -7Q22 17 0 23Q-13 22 -19 9Z" fill="#d1246f" opacity="0.8" />
          <path d="M-14 12Q-2 -5 8 5T19 4" stroke="#f3b6d3" strokeWidth="3" />
          <path d="M-18 -9Q-14 -18 -5 -20" stroke="#fff" strokeWidth="6" />
        </g>
        <Pieces isOff={isDone} colours={['#c9ecf7', '#f1fbff', '#d3ec3f']} />
      </svg>
    );
  },
};
