// Our wheel as the campaign shows it, with pegs, pointer, sound and haptics.
import { createWheelSound } from '@inaam/web/wheel/sound/sound.ts';
import { openSpeaker } from '@inaam/web/wheel/sound/speaker.ts';
import { Wheel } from '@inaam/web/wheel/wheel.tsx';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ink, onPlay, place, rested, segments as drawn, winner } from './stage.ts';

const segments = drawn.map(({ label, colour }, index) => ({
  id: String(index),
  label,
  colour,
  ink,
  angle: 60 + index * 120,
}));
const sounds = { tick: 'crisp', motif: 'bell' } as const;
const trim = { rim: '#dd9c50', crust: '#8a4f20', line: '#fff3dc', pointer: '#a3221f' };

function Stage() {
  const [spinTo, setSpinTo] = useState<string>();
  const [sound] = useState(() =>
    createWheelSound(false, (onChange) => openSpeaker(onChange, sounds)),
  );
  useEffect(() => {
    onPlay(() => {
      sound.unlock();
      setSpinTo(String(winner));
    });
  }, [sound]);
  return createElement(Wheel, { segments, spinTo, onRest: rested, label: 'Wheel', sound, trim });
}

createRoot(place()).render(createElement(Stage));
