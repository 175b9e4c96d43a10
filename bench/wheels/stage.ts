// What the pages of `bench/wheel.ts` have in common: three segments, a button that starts a spin,
// and the word that the wheel rests. Measures nothing: the browser does, from outside.

export const segments = [
  { label: 'Rs. 10', colour: '#ffb52e' },
  { label: 'Rs. 3', colour: '#ffeec8' },
  { label: 'Rs. 5', colour: '#b7d76c' },
];
export const ink = '#3b1f0b';
/** The segment that each spin stops at. */
export const winner = 1;
export const turns = 20;
export const spinMs = 6000;
/** CSS pixels. */
export const side = 340;

/** Where the wheel goes. */
export function place(): HTMLElement {
  const found = document.createElement('div');
  found.style.width = `${side}px`;
  found.style.height = `${side}px`;
  document.body.prepend(found);
  return found;
}

/** Makes the button; call it when the wheel can be spun. */
export function onPlay(play: () => void): void {
  const button = document.createElement('button');
  button.textContent = 'PLAY';
  // Clear of wheels that are larger than their place, or turn over its edge.
  button.style.marginBlockStart = '200px';
  button.addEventListener('click', play, { once: true });
  document.body.append(button);
}

/** Tells the bench, if one listens. */
export function rested(): void {
  const tell: unknown = Reflect.get(globalThis, 'tellRested');
  if (typeof tell === 'function') Reflect.apply(tell, undefined, []);
}
