import type { Today } from './today-answer.ts';

type Process = Today['processes'][number];

const names: Readonly<Record<Process['kind'], string>> = {
  site: 'Site',
  draw: 'Draw',
  delivery: 'Delivery',
};

/** Numbered if there are several of a kind, because their ids mean nothing to people. */
export function namedProcesses(processes: readonly Process[]) {
  return processes.map((one, at) => {
    const sameKind = processes.filter(({ kind }) => kind === one.kind);
    const place = processes.slice(0, at + 1).filter(({ kind }) => kind === one.kind).length;
    return {
      ...one,
      name: sameKind.length === 1 ? names[one.kind] : `${names[one.kind]} ${place}`,
      state: one.isWell ? 'is well' : one.kind === 'draw' ? 'does not answer' : 'is silent',
    };
  });
}
