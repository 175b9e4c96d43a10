// Colour at a terminal only. NO_COLOR, FORCE_COLOR and TERM are honoured as Node does.
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

type Colour = Parameters<typeof styleText>[0];

const colours: Readonly<Record<string, Colour>> = {
  ok: 'green',
  done: 'green',
  ready: 'green',
  look: 'yellow',
  warning: 'yellow',
  waiting: 'yellow',
  act: 'red',
  fault: 'red',
  skipped: 'dim',
};

/** A state begins a line or is all of a cell. */
const state = new RegExp(`(?<=^ *|  )(?:${Object.keys(colours).join('|')})(?=  |$)`, 'gm');

const painted = (colour: Colour, text: string, stream: Writable) =>
  styleText(colour, text, { stream });

export const hasColours = (stream: Writable): boolean => painted('bold', 'a', stream) !== 'a';

/** The same text, with colour for each state if the stream shows it. */
export const withStates = (text: string, stream: Writable): string =>
  text.replaceAll(state, (word) => painted(colours[word] ?? 'reset', word, stream));
