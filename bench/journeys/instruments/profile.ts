// How a program used its processor time, from V8's profile: self time by function and by module.
import path from 'node:path';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '../../..');
const shown = 40;
/** Left out: the start of the program and the warm-up. */
const startMicroseconds = 6_000_000;

type Share = { name: string; percent: number };

const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.int(),
      }),
      children: z.array(z.int()).default([]),
    }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.int()),
});
type Node = z.infer<typeof profile>['nodes'][number];

type Summary = {
  /** By itself. */
  modules: Share[];
  functions: Share[];
  /** With what Node and V8 do for it. */
  callers: Share[];
};

/** Percent of the time in which the program was busy. */
export function summarizeProfile(text: string): Summary {
  const { nodes, samples, timeDeltas } = profile.parse(JSON.parse(text));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = callersOf(nodes);
  const modules = new Map<string, number>();
  const functions = new Map<string, number>();
  const charged = new Map<string, number>();
  let busy = 0;
  let clock = 0;
  samples.forEach((id, place) => {
    const microseconds = timeDeltas[place] ?? 0;
    clock += microseconds;
    const node = byId.get(id);
    if (!node || node.callFrame.functionName === '(idle)' || clock < startMicroseconds) return;
    busy += microseconds;
    add(modules, moduleOf(node), microseconds);
    add(functions, functionOf(node), microseconds);
    add(charged, callers.get(id) ?? moduleOf(node), microseconds);
  });
  return {
    modules: dearest(modules, busy),
    functions: dearest(functions, busy),
    callers: dearest(charged, busy),
  };
}

/** By node: the nearest module on the stack that is neither Node's nor V8's. */
function callersOf(nodes: readonly Node[]): Map<number, string> {
  const callers = new Map<number, string>();
  // Parents come before their children.
  for (const node of nodes) {
    if (isOfPackage(node)) callers.set(node.id, moduleOf(node));
    const caller = callers.get(node.id);
    if (caller === undefined) continue;
    for (const child of node.children) callers.set(child, caller);
  }
  return callers;
}

const isOfPackage = ({ callFrame: { url } }: Node) => url !== '' && !url.startsWith('node:');

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
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code';
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return inPackage ?? path.dirname(shortOf(url));
}

function functionOf({ callFrame: { functionName, url, lineNumber } }: Node): string {
  return `${functionName || '(anonymous)'}  ${shortOf(url)}:${lineNumber + 1}`;
}

const shortOf = (url: string) =>
  url.replace(`file://${root}/`, '').replace(/^.*node_modules\//, '');
