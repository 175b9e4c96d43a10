// react-custom-roulette, spinning as its documentation shows.
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Wheel } from 'react-custom-roulette';
import { ink, onPlay, place, rested, segments, spinMs, winner } from './stage.ts';

/** How long the package spins with a `spinDuration` of 1. */
const wholeMs = 11_350;

function Stage() {
  const [spins, setSpins] = useState(false);
  useEffect(() => onPlay(() => setSpins(true)), []);
  return createElement(Wheel, {
    mustStartSpinning: spins,
    prizeNumber: winner,
    data: segments.map(({ label, colour }) => ({
      option: label,
      style: { backgroundColor: colour, textColor: ink },
    })),
    spinDuration: spinMs / wholeMs,
    disableInitialAnimation: true,
    onStopSpinning: () => {
      setSpins(false);
      rested();
    },
  });
}

createRoot(place()).render(createElement(Stage));
