import { InvalidArgumentError, type Command } from 'commander';
import * as z from 'zod';
import { defaultHabits, type Habits } from '../simulation/visitors.ts';
import type { SimulationPlan } from '../simulation/simulate-campaign.ts';
import { wholeNumber } from './add-command.ts';

/** In percent. */
const habits: Record<keyof Habits, { flag: string; description: string }> = {
  repeatedNumbers: {
    flag: '--repeated-numbers',
    description: 'of the shoppers use a number that has already taken part',
  },
  dropBeforeCode: {
    flag: '--drop-before-code',
    description: 'of the shoppers register but never enter the code',
  },
  resends: { flag: '--resends', description: 'of the shoppers request the code again' },
  wrongCodes: { flag: '--wrong-codes', description: 'of the codes are entered wrongly' },
  dropBeforeSpin: {
    flag: '--drop-before-spin',
    description: 'of the shoppers verify their number but never spin',
  },
};

export const simulateShape = {
  seed: z.string(),
  shoppers: z.number().optional(),
  days: z.number().optional(),
  scale: z.number(),
  states: z.enum(['population', 'equal']),
  smsPaise: z.number(),
  repeatedNumbers: z.number(),
  dropBeforeCode: z.number(),
  resends: z.number(),
  wrongCodes: z.number(),
  dropBeforeSpin: z.number(),
};

export type SimulateOptions = z.infer<z.ZodObject<typeof simulateShape>>;

const max = 100_000_000;

export function addSimulateOptions(command: Command): void {
  command
    .option('--seed <words>', 'a different seed gives different shoppers', '1')
    .option(
      '--shoppers <count>',
      'how many shoppers come during the whole programme; by default, as many as there are planned rewards',
      wholeNumber(1, max),
    )
    .option('--days <count>', 'simulate only the first days', wholeNumber(1, 10_000))
    .option(
      '--scale <count>',
      'simulate one shopper, card and reward for every <count> real ones; 1 simulates all',
      wholeNumber(1, 100_000),
      10,
    )
    .option(
      '--states <shares>',
      "each state's share of the shoppers: by population, or equal",
      stateShares,
      'population',
    )
    .option('--sms-paise <paise>', 'price of one SMS', paise, 15);
  for (const [name, { flag, description }] of Object.entries(habits)) {
    const share = Object.entries(defaultHabits).find(([habit]) => habit === name)?.[1] ?? 0;
    command.option(`${flag} <percent>`, `percentage: ${description}`, percent, share * 100);
  }
}

/** @param rewards how many rewards are planned */
export function planOf(options: SimulateOptions, rewards: number): SimulationPlan {
  const { seed, shoppers = rewards, days, scale, states } = options;
  return {
    seed,
    shoppers,
    days,
    scale,
    states,
    habits: {
      repeatedNumbers: options.repeatedNumbers / 100,
      dropBeforeCode: options.dropBeforeCode / 100,
      resends: options.resends / 100,
      wrongCodes: options.wrongCodes / 100,
      dropBeforeSpin: options.dropBeforeSpin / 100,
    },
  };
}

function stateShares(text: string): string {
  if (text === 'population' || text === 'equal') return text;
  throw new InvalidArgumentError('Write population or equal.');
}

const decimal = (min: number, highest: number, remedy: string) => (text: string) => {
  const value = Number(text);
  if (/^\d{1,4}(\.\d{1,2})?$/.test(text) && value >= min && value <= highest) return value;
  throw new InvalidArgumentError(remedy);
};
const percent = decimal(0, 100, 'Write a percentage from 0 to 100.');
const paise = decimal(0, 1000, 'Write the price in paise, such as 15 or 12.5.');
