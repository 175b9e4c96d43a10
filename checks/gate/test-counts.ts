import { z } from 'zod';

const reportSchema = z.object({
  numPassedTests: z.int().nonnegative(),
  numFailedTests: z.int().nonnegative(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), tags: z.array(z.string()) }),
      ),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

export type Count = {
  readonly passed: number;
  readonly failed: number;
  readonly notes: readonly string[];
};

/** Of the tests that the gate leaves to `npm test -- long`. */
export const longTag = 'long';

type IsWanted = (tags: readonly string[]) => boolean;

const failure = (note: string): Count => ({ passed: 0, failed: 1, notes: [note] });

/**
 * Counts the tests of a vitest run; a report that is missing, unreadable or empty is a failure.
 * @param text the JSON report, undefined when there is none
 * @param code the exit code of vitest
 * @param isWanted whether tests with these tags should have run; the others are skipped on purpose
 */
export function countTests(
  text: string | undefined,
  code: number,
  isWanted: IsWanted = () => true,
): Count {
  if (text === undefined) return failure('No report was written.');
  const report = reportSchema.safeParse(parseJson(text));
  if (!report.success) return failure('The report cannot be read.');
  const { numPassedTests: passed, numFailedTests } = report.data;
  if (passed + numFailedTests === 0) return failure('No test ran.');
  const broken = brokenFiles(report.data);
  const failed = numFailedTests + broken.length;
  const notes = [
    ...broken.map((name) => `${name} failed outside of its tests.`),
    ...skippedTests(report.data, isWanted).map((name) => `Skipped: ${name}`),
  ];
  if (code === 0 || failed > 0) return { passed, failed, notes };
  return { passed, failed: 1, notes: [...notes, `No test failed, but the exit code was ${code}.`] };
}

export function sumCounts(counts: readonly Count[]): { passed: number; failed: number } {
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

function skippedTests({ testResults }: Report, isWanted: IsWanted): string[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => status !== 'passed' && status !== 'failed' && isWanted(tags))
    .map(({ fullName }) => fullName);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
