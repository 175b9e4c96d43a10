// The amount rolls up: a column behind a window, moved by the compositor. Screen readers read only
// the sentence below, which has the final amount from the start.
import { useLayoutEffect, useRef, useState } from 'react';
import { animate } from '../../optional.ts';
import { countUpTexts } from './count-up.ts';
import './counted-amount.css';

type CountedAmountProps = {
  text: string;
  amount: number /** No time: the amount stands there at once. */;
  countMs: number | undefined;
};

const delayMs = 260;
const graceMs = 1000;

export function CountedAmount({ text, amount, countMs }: CountedAmountProps) {
  const [texts] = useState(() => (countMs === undefined ? [text] : countUpTexts(text, amount)));
  const [isOver, setIsOver] = useState(texts.length === 1);
  const column = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = column.current;
    if (!element) return undefined;
    const last = (100 * (texts.length - 1)) / texts.length;
    const rolling = animate(
      element,
      [{ transform: 'translateY(0)' }, { transform: `translateY(-${last}%)` }],
      {
        delay: delayMs,
        duration: countMs ?? 0,
        easing: 'cubic-bezier(0.3, 0.3, 0.2, 1)',
        fill: 'both',
      },
    );
    if (!rolling) return setIsOver(true);
    rolling.onfinish = () => setIsOver(true);
    // However the animation ends, show the right amount.
    const timer = setTimeout(() => setIsOver(true), delayMs + (countMs ?? 0) + graceMs);
    return () => {
      clearTimeout(timer);
      rolling.onfinish = null;
      rolling.cancel();
    };
  }, [texts, countMs]);
  if (isOver) return text;
  return (
    <span className="counted">
      <span ref={column} className="counted-column">
        {texts.map((step) => (
          <span key={step}>{step}</span>
        ))}
      </span>
    </span>
  );
}
