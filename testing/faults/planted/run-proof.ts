// `npm run faults:proof`: plants each bug in a copy of the product, breaks that as
// `npm run faults` does, and says what the checker reported and when. Exits with 1 if one escapes,
// or if the product without a bug, which each scenario breaks first, is accused or not checked.
// Arguments: names of bugs; all without.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { plantedBugs } from './planted-bugs.ts';
import { copyProduct, type ProductCopy } from './product-copy.ts';

const limitMs = 300_000;
/** What the checker says (check-history.ts). */
const allKept = 'All promises were kept.';

const names = process.argv.slice(2);
const chosen = plantedBugs.filter(({ name }) => names.length === 0 || names.includes(name));
const unknown = names.find((name) => !plantedBugs.some((bug) => bug.name === name));
if (unknown !== undefined) {
  const all = plantedBugs.map(({ name }) => name).join(', ');
  process.stderr.write(`No bug is named ${unknown}. Name some of these: ${all}.\n`);
  process.exit(2);
}
const print = (line: string) => process.stdout.write(`${line}\n`);
let isBuilt = false;
const copy = await copyProduct();
try {
  for (const scenario of new Set(chosen.map((bug) => bug.scenario))) {
    const { found, seconds, output } = breakProduct(copy, scenario);
    // A run that broke down before the checker accuses nobody either.
    const isClean = found.length === 0 && output.includes(allKept);
    report(`none: ${scenario}`, found, isClean, seconds, output);
  }
  for (const { name, scenario, invariants } of chosen) {
    const patch = path.join(import.meta.dirname, `${name}.patch`);
    copy.apply(patch);
    const { found, seconds, output } = breakProduct(copy, scenario);
    copy.takeBack(patch);
    const isCaught = seconds * 1000 <= limitMs && found.some((one) => invariants.includes(one));
    report(name, found, isCaught, seconds, output);
  }
} finally {
  await copy.discard();
}

function report(
  name: string,
  found: readonly string[],
  isRight: boolean,
  seconds: number,
  output: string,
): void {
  if (!isRight) {
    process.exitCode = 1;
    print(output);
  }
  const what = found.length > 0 ? found.join(', ') : 'nothing';
  print(`| ${isRight ? '' : 'NOT AS EXPECTED: '}${name} | ${what} | ${seconds} s |`);
}

/** @returns the promises that the checker reported as broken */
function breakProduct(
  { folder }: ProductCopy,
  scenario: string,
): { found: readonly string[]; seconds: number; output: string } {
  const from = performance.now();
  const words = ['runtime/run.mjs', 'testing/faults/run-faults.ts', scenario, '--discard'];
  // No bug is in the site.
  if (isBuilt) words.push('--built');
  isBuilt = true;
  const ended = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const broken = ended.stdout.matchAll(/^(I\d+) is broken/gm);
  const found = new Set([...broken].flatMap(([, invariant = '']) => invariant));
  const seconds = Math.round((performance.now() - from) / 1000);
  return { found: [...found], seconds, output: ended.stdout };
}
