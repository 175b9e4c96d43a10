import type { Stryker } from '@stryker-mutator/core';

export type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const columns = ['Killed', 'Survived', 'Timeout', 'NoCoverage'] as const;
const isCaught = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout';
export const isMissed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage';

/** Percent of the mutants that a test notices; 100 where there are none. */
export function scoreOf(mutants: readonly Mutant[]): number {
  const caught = mutants.filter(isCaught).length;
  const all = caught + mutants.filter(isMissed).length;
  return all === 0 ? 100 : (100 * caught) / all;
}

/** A row for each file, and one for all of them. */
export function tableOf(mutants: readonly Mutant[], root: string): string {
  const byFile = Map.groupBy(mutants, ({ fileName }) => fileName.slice(root.length));
  const rows = [...byFile].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    '| file | score | killed | survived | timeout | no coverage |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(([file, own]) => rowOf(`\`${file}\``, own)),
    rowOf('all', mutants),
  ].join('\n');
}

function rowOf(name: string, mutants: readonly Mutant[]): string {
  const counts = columns.map((status) => mutants.filter((one) => one.status === status).length);
  return `| ${[name, `${scoreOf(mutants).toFixed(1)} %`, ...counts].join(' | ')} |`;
}
