import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Segment } from './drawing/paint-wheel.ts';
import { Wheel } from './wheel.tsx';

const segments: readonly Segment[] = [
  { id: 'ten', label: 'Rs. 10', angle: 60, colour: '#b5541c', ink: '#fff4dc' },
  { id: 'three', label: 'Rs. 3', angle: 180, colour: '#ffe3ac', ink: '#6b2f0a' },
  { id: 'five', label: 'Rs. 5', angle: 300, colour: '#f2a51f', ink: '#4a1f04' },
];

const trim = { rim: '#c98a45', crust: '#8a4f20', line: '#fff4dc', pointer: '#a3221f' };

const firstSpin = new URLSearchParams(location.search).get('spin') ?? undefined;

function WheelTestPage() {
  const [spinTo, setSpinTo] = useState<Segment['id'] | undefined>(firstSpin);
  const [isWindingUp, setIsWindingUp] = useState(false);
  const [rests, setRests] = useState(0);
  const [shown, setShown] = useState(true);
  return (
    <main style={{ inlineSize: 'min(100%, 480px)', marginInline: 'auto' }}>
      {shown && (
        <Wheel
          segments={segments.map((segment) => ({ ...segment }))}
          spinTo={spinTo}
          isWindingUp={isWindingUp}
          trim={trim}
          onRest={() => setRests((known) => known + 1)}
          label="Prize wheel"
        />
      )}
      <output>{rests}</output>
      {segments.map(({ id }) => (
        <button key={id} type="button" onClick={() => setSpinTo(id)}>
          {id}
        </button>
      ))}
      <button type="button" onClick={() => setSpinTo(undefined)}>
        none
      </button>
      <button type="button" onClick={() => setIsWindingUp(!isWindingUp)}>
        wind up
      </button>
      <button type="button" onClick={() => setShown(false)}>
        leave
      </button>
    </main>
  );
}

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <WheelTestPage />
    </StrictMode>,
  );
}
