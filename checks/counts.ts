// Counts the tests of a vitest report. Pure. What it can't count is a failure: a report that is missing or empty says
// nothing good.
import { z } from 'zod';

const reportSchema = z.object({
  numPassedTests: z.int().nonnegative(),
  numFailedTests: z.int().nonnegative(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

export type Count = {
  readonly passed: number;
  readonly failed: number;
  /** What a reader should know besides the numbers. */
  readonly notes: readonly string[];
};

const failure = (note: string): Count => ({ passed: 0, failed: 1, notes: [note] });

/**
 * Counts a run of tests by its report and by how it ended.
 * @param text the JSON report, undefined when there is none
 * @param code the exit code of vitest
 */
export function countOf(text: string | undefined, code: number): Count {
  if (text === undefined) return failure('It wrote no report.');
  const report = reportSchema.safeParse(parsed(text));
  if (!report.success) return failure('Its report cannot be read.');
  const { numPassedTests: passed, numFailedTests } = report.data;
  if (passed + numFailedTests === 0) return failure('It ran no test.');
  const broken = brokenFiles(report.data);
  const failed = numFailedTests + broken.length;
  const notes = [
    ...broken.map((name) => `${name} failed outside of its tests.`),
    ...leftOut(report.data).map((name) => `Left out: ${name}`),
  ];
  if (code === 0 || failed > 0) return { passed, failed, notes };
  return { passed, failed: 1, notes: [...notes, `No test failed, but it ended with ${code}.`] };
}

/** The sum that `npm test` ends with. */
export function sumOf(counts: readonly Count[]): { passed: number; failed: number } {
  const sum = (of: (count: Count) => number) => counts.reduce((all, one) => all + of(one), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) };
}

/** Files that failed though none of their tests did: an import, a hook, a leak. */
function brokenFiles({ testResults }: Report): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .filter(({ assertionResults }) => !assertionResults.some(({ status }) => status === 'failed'))
    .map(({ name }) => name);
}

function leftOut({ testResults }: Report): string[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
