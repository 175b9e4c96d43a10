// spin-wheel, spinning as its documentation shows.
import { Wheel } from 'spin-wheel';
import { ink, onPlay, place, rested, segments, spinMs, turns, winner } from './stage.ts';

const wheel = new Wheel(place(), {
  items: segments.map(({ label, colour }) => ({
    label,
    backgroundColor: colour,
    labelColor: ink,
  })),
  isInteractive: false,
  onRest: rested,
});
onPlay(() => wheel.spinToItem(winner, spinMs, true, turns, 1));
