// Shared by the pages of `bench/wheel.ts`: three segments, a button that starts a spin, and the
// message that the wheel has stopped. Measures nothing: the browser is measured from outside.

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
export const side = 340;

export function place(): HTMLElement {
  const found = document.createElement('div');
  found.style.width = `${side}px`;
  found.style.height = `${side}px`;
  document.body.prepend(found);
  return found;
}

/** Creates the button; call it when the wheel can be spun. */
export function onPlay(play: () => void): void {
  const button = document.createElement('button');
  button.textContent = 'PLAY';
  // Clear of wheels that extend beyond their element.
  button.style.marginBlockStart = '200px';
  button.addEventListener('click', play, { once: true });
  document.body.append(button);
}

/** Notifies the benchmark, if it listens. */
export function rested(): void {
  const report: unknown = Reflect.get(globalThis, 'reportRest');
  if (typeof report === 'function') Reflect.apply(report, undefined, []);
}
