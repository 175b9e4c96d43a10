// docs/threats.md and docs/asvs.md name the tests that prove each control. A test that is renamed,
// removed or fails must not leave a row that only claims to be proved.
import type { Count } from './test-counts.ts';
import { testRunsOf } from './test-runs.ts';

/** The documents, and how many rows each must have. */
export const securityTables = { 'docs/threats.md': 38, 'docs/asvs.md': 59 } as const;

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
 * @param reports the JSON reports of this run; undefined for a project that wrote none
 */
export function securityCoverage(
  documents: readonly { file: string; text: string; rows: number }[],
  reports: readonly (string | undefined)[],
): Count {
  const passed = new Set(
    reports
      .flatMap(testRunsOf)
      .filter(({ status }) => status === 'passed')
      .map(({ titles }) => titles.at(-1)),
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
  const failed = proofs.filter((violations) => violations.length > 0).length;
  return { passed: proofs.length - failed, failed, notes: proofs.flat() };
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
