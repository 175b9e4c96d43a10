import { Character, type CharacterMood } from './character/character.tsx';
import './illustration.css';
import './emblem.css';

type IllustrationProps = { of: 'scan' | 'closed' | 'mishap'; mood?: CharacterMood };

export function Illustration({ of, mood = 'console' }: IllustrationProps) {
  return (
    <div className={`illustration illustration-${of}`} aria-hidden="true">
      <Character mood={mood} />
    </div>
  );
}

export function Emblem() {
  return <span className="emblem" aria-hidden="true" />;
}
