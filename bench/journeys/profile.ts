// Where the processor time of a program went, from V8's profile of it: time in each function and
// module itself, without what they call.
import path from 'node:path';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const shown = 45;

export type Share = { name: string; percent: number };

const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.int(),
      }),
    }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.int()),
});
type Node = z.infer<typeof profile>['nodes'][number];

export function summarizeProfile(text: string): { modules: Share[]; functions: Share[] } {
  const { nodes, samples, timeDeltas } = profile.parse(JSON.parse(text));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const modules = new Map<string, number>();
  const functions = new Map<string, number>();
  let busy = 0;
  samples.forEach((id, place) => {
    const node = byId.get(id);
    if (!node || node.callFrame.functionName === '(idle)') return;
    const microseconds = timeDeltas[place] ?? 0;
    busy += microseconds;
    add(modules, moduleOf(node), microseconds);
    add(functions, functionOf(node), microseconds);
  });
  return { modules: dearest(modules, busy), functions: dearest(functions, busy) };
}

function add(sums: Map<string, number>, name: string, microseconds: number): void {
  sums.set(name, (sums.get(name) ?? 0) + microseconds);
}

function dearest(sums: ReadonlyMap<string, number>, all: number): Share[] {
  return [...sums]
    .map(([name, microseconds]) => ({ name, percent: (microseconds / all) * 100 }))
    .toSorted((one, other) => other.percent - one.percent)
    .slice(0, shown);
}

/** A package, a folder of ours, or a part of Node. */
function moduleOf({ callFrame: { functionName, url } }: Node): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8 and native code';
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return inPackage ?? path.dirname(shortOf(url));
}

function functionOf({ callFrame: { functionName, url, lineNumber } }: Node): string {
  return `${functionName || '(anonymous)'}  ${shortOf(url)}:${lineNumber + 1}`;
}

const shortOf = (url: string) =>
  url.replace(`file://${root}/`, '').replace(/^.*node_modules\//, '');
