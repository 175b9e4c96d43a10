import { Character } from './character.tsx';
import './illustration.css';

export function Illustration({ of }: { of: 'scan' | 'closed' | 'mishap' }) {
  return (
    <div className={`illustration illustration-${of}`} aria-hidden="true">
      <Character mood="console" />
    </div>
  );
}
