// @lucky-canvas/react, spinning as its documentation shows.
import { LuckyWheel } from '@lucky-canvas/react';
import { createElement, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { ink, onPlay, place, rested, segments, side, spinMs, winner } from './stage.ts';

const wheel = createRef<LuckyWheel>();
const speedUpMs = 1000;

createRoot(place()).render(
  createElement(LuckyWheel, {
    ref: wheel,
    width: `${side}px`,
    height: `${side}px`,
    prizes: segments.map(({ label, colour }) => ({
      background: colour,
      fonts: [{ text: label, top: '30%', fontColor: ink, fontSize: '24px' }],
    })),
    blocks: [{ padding: '10px', background: '#8a4f20' }],
    defaultConfig: { accelerationTime: speedUpMs, decelerationTime: spinMs - speedUpMs },
    onEnd: rested,
  }),
);
onPlay(() => {
  wheel.current?.play();
  wheel.current?.stop(winner);
});
