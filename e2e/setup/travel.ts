// How the product's answers travel in this run of the walks: at once as `npm start` sends them, or as a variant in
// `vitest.config.ts` has it, or as a program outside of the tests has said. Starts nothing by itself.
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import { afterAll, inject } from 'vitest';
import { wayTo, type Way } from './way.ts';

export type Travel = {
  /** The envelope of every answer. */
  readonly encoding: AnswerEncoding;
  /** How long each answer of a call is held on its way to the phone; 0 for not at all. */
  readonly delayMs: number;
};

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be one.
  export interface ProvidedContext {
    travel: Travel;
  }
}

let said: Travel | undefined;

export const travel = (): Travel => said ?? inject('travel');

/** For a program that goes the roads without vitest. */
export function sayTravel(how: Travel): void {
  said = how;
}

/** For a test file with a server of its own: gives the origin that its phones go to. */
export function useWay(): (origin: string) => Promise<string> {
  const ways: Way[] = [];
  afterAll(() => Promise.all(ways.map((way) => way.close())));
  return async (origin) => {
    const way = await wayTo(origin, travel().delayMs);
    ways.push(way);
    return way.origin;
  };
}
