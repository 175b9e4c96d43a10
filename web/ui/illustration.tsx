import { Character, type CharacterMood } from './character/character.tsx';
import './illustration.css';

type IllustrationProps = { name: 'scan' | 'closed' | 'mishap'; mood?: CharacterMood };

export function Illustration({ name, mood = 'console' }: IllustrationProps) {
  return (
    <div className={`illustration illustration-${name}`} aria-hidden="true">
      <Character mood={mood} />
    </div>
  );
}

export function Emblem() {
  return <span className="emblem" aria-hidden="true" />;
}
