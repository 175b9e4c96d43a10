// How the product compares with its peers, round by round. Pure.
import { percentileOf } from '../result.ts';
import type { Stage } from './stage.ts';

export type Ratio = {
  /** The first divided by the second. */
  of: string;
  atOnce: number;
  figure: 'a second' | 'processor time';
  median: number;
  least: number;
  most: number;
};

const pairs = [
  ['journey', 'betterAuth'],
  ['signIn', 'betterAuth'],
  ['journey', 'plain'],
  ['journey, filled', 'journey'],
] as const;

type Measured = Pick<Stage, 'perSecond' | 'processor'> & {
  order: { contender: string; atOnce: number };
};

export function ratiosOf(stages: readonly Measured[]): Ratio[] {
  const sizes = [...new Set(stages.map(({ order }) => order.atOnce))];
  const figures = { 'a second': perSecond, 'processor time': processorTime } as const;
  return sizes.flatMap((atOnce) =>
    pairs.flatMap(([one, other]) =>
      (['a second', 'processor time'] as const).flatMap((figure) => {
        const of = (name: string) =>
          stages
            .filter(({ order }) => order.contender === name && order.atOnce === atOnce)
            .map(figures[figure]);
        const others = of(other);
        const each = of(one)
          .map((value, round) => value / (others[round] ?? Number.NaN))
          .toSorted((some, more) => some - more);
        if (each.length === 0 || each.some(Number.isNaN)) return [];
        return [
          {
            of: `${one} : ${other}`,
            atOnce,
            figure,
            median: rounded(percentileOf(each, 0.5)),
            least: rounded(percentileOf(each, 0)),
            most: rounded(percentileOf(each, 1)),
          },
        ];
      }),
    ),
  );
}

const perSecond = (stage: Measured) => stage.perSecond;

/** Of the programs and PostgreSQL, without the generator. */
function processorTime({ processor }: Measured): number {
  return Object.entries(processor)
    .filter(([name]) => name !== 'generator')
    .reduce((sum, [, each]) => sum + each, 0);
}

const rounded = (value: number) => Number(value.toPrecision(3));
