// Drawn ring by ring once the screen is there: all at once would hold up the moment of winning.
import { useEffect, useState } from 'react';
import type { Celebration } from '../../wheel/celebration.ts';
import { rosetteRings } from './guilloche.ts';
import { whenIdle } from './when-idle.ts';

export function Engraving({ of: celebration }: { of: Celebration }) {
  const [rings, setRings] = useState<readonly string[]>([]);
  useEffect(() => {
    const left = rosetteRings(celebration);
    const drawn: string[] = [];
    let cancel = whenIdle(drawNext);
    function drawNext(): void {
      const { value, done } = left.next();
      if (done === true) return;
      drawn.push(value);
      setRings([...drawn]);
      cancel = whenIdle(drawNext);
    }
    return () => cancel();
  }, [celebration]);
  return (
    <svg
      className="ticket-engraving"
      viewBox="-118 -90 236 180"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {rings.map((ring, index) => (
        <path key={index} d={ring} />
      ))}
    </svg>
  );
}
