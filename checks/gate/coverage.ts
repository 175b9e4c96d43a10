// What the tests that ran prove: the requirements, and the rows of the security tables.
import type { Count, TestRun } from './reports.ts';

export const requirementsFile = 'docs/evidence/requirements.md';

/** All ids of the lists of requirements, in their order: `- VAL-3: …`. */
export function requirementIds(document: string): Set<string> {
  return new Set([...document.matchAll(/^- ([A-Z]{3}-\d+): /gm)].map(([, id = '']) => id));
}

/**
 * Checks by the tests that ran that each requirement is carried by a test that passed, and that
 * no title has another id; each of the two counts as one result.
 */
export function requirementCoverage(known: ReadonlySet<string>, runs: readonly TestRun[]): Count {
  return countProofs([uncovered(known, runs), misplacedIds(known, runs)]);
}

function uncovered(known: ReadonlySet<string>, runs: readonly TestRun[]): string[] {
  if (known.size === 0) {
    return [`${requirementsFile} has no id. Its lines begin with "- ABC-1: ".`];
  }
  const passed = new Set(runs.filter(({ status }) => status === 'passed').flatMap(idsOf));
  const others = runs.filter(({ status }) => status !== 'passed');
  return [...known]
    .filter((id) => !passed.has(id))
    .map((id) => {
      const [one] = others.filter((run) => idsOf(run).includes(id));
      return one
        ? `No test that carries ${id} passed: "${one.titles.join(' ')}" was ${one.status}. Fix it.`
        : `No test that ran carries ${id}. Write one with [${id}] first in its title.`;
    });
}

function misplacedIds(known: ReadonlySet<string>, runs: readonly TestRun[]): string[] {
  return runs.flatMap(({ titles }) =>
    titles.flatMap((title) => {
      const leading = leadingIds(title);
      return [...title.matchAll(/\[([A-Za-z]{2,4}[ _-]?\d+(?:[ ,;/A-Za-z\d-]*))\]/g)]
        .map(([, id = '']) => id)
        .filter((id) => !known.has(id) || !leading.includes(id))
        .map((id) =>
          known.has(id)
            ? `"${titles.join(' ')}" has [${id}] inside its title. Put the ids first.`
            : `"${titles.join(' ')}" carries [${id}], which ${requirementsFile} does not have. Write ids as [VAL-3][VAL-4].`,
        );
    }),
  );
}

const idsOf = ({ titles }: TestRun) => titles.flatMap(leadingIds);

function leadingIds(title: string): string[] {
  const [leading = ''] = /^(?:\[[A-Z]{3}-\d+\])+/.exec(title) ?? [];
  return [...leading.matchAll(/\[([^\]]+)\]/g)].map(([, id = '']) => id);
}

/** @param proofs the violations of each */
function countProofs(proofs: readonly (readonly string[])[]): Count {
  const failed = proofs.filter((violations) => violations.length > 0).length;
  return { passed: proofs.length - failed, failed, notes: proofs.flat() };
}

/**
 * The documents that name the tests which prove each control, and how many rows each must have. A
 * test that is renamed, removed or fails must not leave a row that only claims to be proved.
 */
export const securityTables = {
  'docs/evidence/threats.md': 46,
  'docs/evidence/asvs.md': 43,
} as const;

type Row = { id: string; proof: string };

/** Rows such as `| T1 | threat | control | proof |`; the proof is the last cell. */
export function securityRows(document: string): Row[] {
  return [...document.matchAll(/^\| ([TA]\d+) +\|.*\| ([^|]*?) *\|$/gm)].map(
    ([, id = '', proof = '']) => ({ id, proof }),
  );
}

/**
 * Checks that each row names a test that passed, or the reason why it has none; each document
 * counts as one result.
 * @param documents by file, with the number of rows it must have
 */
export function securityCoverage(
  documents: readonly { file: string; text: string; rows: number }[],
  runs: readonly TestRun[],
): Count {
  const passed = new Set(
    runs.filter(({ status }) => status === 'passed').map(({ titles }) => titles.at(-1)),
  );
  const proofs = documents.map(({ file, text, rows }) => {
    const found = securityRows(text);
    const ids = new Set(found.map(({ id }) => id));
    const missing =
      found.length === rows && ids.size === rows
        ? []
        : [`${file} has ${found.length} rows with ${ids.size} ids, not ${rows}.`];
    return [...missing, ...found.flatMap((row) => unproved(file, row, passed))];
  });
  return countProofs(proofs);
}

const reasons = /^(?:Not applicable|Not done|Outside the product): ./;

function unproved(
  file: string,
  { id, proof }: Row,
  passed: ReadonlySet<string | undefined>,
): string[] {
  const titles = [...proof.matchAll(/`([^`]+)`/g)].map(([, title = '']) => title);
  if (titles.length === 0 && !reasons.test(proof)) {
    return [`${file}, ${id} names no test. Name one, or write "Not done:" and why.`];
  }
  return titles
    .filter((title) => !passed.has(title))
    .map((title) => `${file}, ${id}: no test "${title}" passed. Name the one that proves it now.`);
}
