import { z } from 'zod';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          tags: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

/** `titles`: those of the groups, then the test's own. */
export type TestRun = {
  readonly titles: readonly string[];
  readonly status: string;
  readonly tags: readonly string[];
};
export type Count = {
  readonly passed: number;
  readonly failed: number;
  readonly notes: readonly string[];
};
export type Report = {
  readonly tests: readonly TestRun[];
  /** Failed though none of their tests did: an import, a hook, a leak. */
  readonly brokenFiles: readonly string[];
};

/** Of the tests that the gate leaves to `npm test -- long`. */
export const longTag = 'long';

/**
 * @param text a JSON report of Vitest; undefined if none was written
 * @returns undefined for one that cannot be read
 */
export function readReport(text: string | undefined): Report | undefined {
  const report = reportSchema.safeParse(parsed(text));
  if (!report.success) return undefined;
  const files = report.data.testResults.map(({ name, status, assertionResults }) => ({
    name,
    status,
    tests: assertionResults.map(({ ancestorTitles, title, ...run }) => ({
      ...run,
      titles: [...ancestorTitles, title],
    })),
  }));
  return {
    tests: files.flatMap(({ tests }) => tests),
    brokenFiles: files
      .filter((file) => file.status === 'failed')
      .filter(({ tests }) => !tests.some(({ status }) => status === 'failed'))
      .map(({ name }) => name),
  };
}

/**
 * Counts the tests of a run; a report that is missing or empty is a failure.
 * @param code the exit code of Vitest
 * @param isWanted whether tests with these tags should have run; the others are skipped on purpose
 */
export function countTests(
  report: Report | undefined,
  code: number,
  isWanted: (tags: readonly string[]) => boolean = () => true,
): Count {
  if (!report) return failure('There is no report, or it cannot be read.');
  const { tests, brokenFiles } = report;
  const of = (wanted: string) => tests.filter(({ status }) => status === wanted).length;
  const [passed, failed] = [of('passed'), of('failed') + brokenFiles.length];
  if (passed + failed === 0) return failure('No test ran.');
  const skipped = tests.filter(
    ({ status, tags }) => status !== 'passed' && status !== 'failed' && isWanted(tags),
  );
  const notes = [
    ...brokenFiles.map((name) => `${name} failed outside of its tests.`),
    ...skipped.map(({ titles }) => `Skipped: ${titles.join(' ')}`),
  ];
  if (code === 0 || failed > 0) return { passed, failed, notes };
  return { passed, failed: 1, notes: [...notes, `No test failed, but the exit code was ${code}.`] };
}

const failure = (note: string): Count => ({ passed: 0, failed: 1, notes: [note] });

export function sumCounts(counts: readonly Count[]): { passed: number; failed: number } {
  const sum = (of: (count: Count) => number) => counts.reduce((all, one) => all + of(one), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
