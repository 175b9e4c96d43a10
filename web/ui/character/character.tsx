// The campaign's character, a puppet made of cells of its sheet. Decoration: text beside it says
// everything that it expresses.
import { useEffect, useRef, useState } from 'react';
import { observe } from '../../optional.ts';
import './character.css';

/** `wince` when something was refused, `console` where something is over or went wrong. */
export type CharacterMood = 'waiting' | 'wince' | 'cheer' | 'console';

type CharacterProps = {
  mood: CharacterMood;
  /** All of it, or what is before or behind a thing that it holds. */
  part?: 'figure' | 'hands' | 'behind';
};

export function Character({ mood, part = 'figure' }: CharacterProps) {
  const element = useRef<HTMLSpanElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const see = (entries: readonly IntersectionObserverEntry[]) =>
      setIsSeen(entries.at(-1)?.isIntersecting === true);
    return observe(() => new IntersectionObserver(see), [element.current]);
  }, []);
  return (
    <span
      ref={element}
      className="character"
      data-mood={mood}
      data-seen={isSeen || undefined}
      aria-hidden="true"
    >
      <i className="character-figure">
        {part !== 'hands' && (
          <>
            <i className="character-crumbs" />
            <i className="character-legs" />
          </>
        )}
        <i className="character-trunk">
          {part !== 'hands' && <Head />}
          {part !== 'behind' && (
            <>
              <i className="character-arm-left" />
              <i className="character-arm-right" />
            </>
          )}
        </i>
      </i>
    </span>
  );
}

function Head() {
  return (
    <>
      <i className="character-topper" />
      <i className="character-body" />
      <i className="character-face">
        <i className="character-eyes" />
        <i className="character-pupils" />
        <i className="character-lids" />
        <i className="character-eyes-happy" />
        <i className="character-eyes-squeezed" />
        <i className="character-brow-left" />
        <i className="character-brow-right" />
        <i className="character-mouth-smile" />
        <i className="character-mouth-open" />
        <i className="character-mouth-wobble" />
        <i className="character-mouth-sad" />
      </i>
    </>
  );
}
