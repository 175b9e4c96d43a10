import type { ReactNode } from 'react';
import { Character, type CharacterMood } from './character.tsx';
import './character-heading.css';

type CharacterHeadingProps = {
  mood: CharacterMood;
  /** Change it to repeat the motion. */
  take?: number;
  children: ReactNode;
};

/** The character beside a heading, never over it. */
export function CharacterHeading({ mood, take, children }: CharacterHeadingProps) {
  return (
    <div className="character-heading">
      {children}
      <Character key={take} mood={mood} />
    </div>
  );
}
