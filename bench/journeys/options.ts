import { parseArgs } from 'node:util';
import * as z from 'zod';

export type Options = {
  /** How many shoppers at once, stage by stage. */
  at: number[];
  seconds: number;
  /** How many `serve` programs. */
  serves: number;
  rounds: number;
  peers: boolean;
  /** Shoppers who have taken part before the stages are measured again; 0: they are not. */
  filled: number;
  /** New shoppers at half of the peak, at twice the peak, and at half of it again. */
  overload: boolean;
  /** Keeps processor profiles of the first `serve` and of `deliver`. */
  profile: boolean;
};

const wholeNumber = z.coerce.number().int().min(1);
const shape = z.object({
  at: z
    .string()
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().min(1))),
  seconds: wholeNumber,
  serves: wholeNumber,
  rounds: wholeNumber,
  peers: z.boolean(),
  filled: z.coerce.number().int().min(0),
  overload: z.boolean(),
  profile: z.boolean(),
});

/** @throws Error for an option that does not exist or fit */
export function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      at: { type: 'string', default: '1,8,32,128' },
      seconds: { type: 'string', default: '10' },
      serves: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '1' },
      peers: { type: 'boolean', default: false },
      filled: { type: 'string', default: '0' },
      overload: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
    },
  });
  return shape.parse(values);
}
