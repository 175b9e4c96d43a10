import type { Count } from './test-counts.ts';
import { testRunsOf, type TestRun } from './test-runs.ts';

export const requirementsFile = 'docs/requirements.md';

/** All ids of the tables of requirements, in their order: `| VAL-3 | …`. */
export function requirementIds(document: string): Set<string> {
  return new Set([...document.matchAll(/^\| ([A-Z]{3}-\d+) \|/gm)].map(([, id = '']) => id));
}

/**
 * Checks by the tests that ran that each requirement is carried by a test that passed, and that
 * no title has another id; each of the two counts as one result.
 * @param reports the JSON reports of this run; undefined for a project that wrote none
 */
export function requirementCoverage(
  known: ReadonlySet<string>,
  reports: readonly (string | undefined)[],
): Count {
  const runs = reports.flatMap(testRunsOf);
  const proofs = [uncovered(known, runs), misplacedIds(known, runs)];
  const failed = proofs.filter((violations) => violations.length > 0).length;
  return { passed: proofs.length - failed, failed, notes: proofs.flat() };
}

function uncovered(known: ReadonlySet<string>, runs: readonly TestRun[]): string[] {
  if (known.size === 0) {
    return [`${requirementsFile} has no id. Its tables begin with "| ABC-1 |".`];
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
