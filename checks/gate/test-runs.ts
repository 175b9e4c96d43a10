import { z } from 'zod';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ status: z.string(), ancestorTitles: z.array(z.string()), title: z.string() }),
      ),
    }),
  ),
});

/** `titles`: those of the groups, then the test's own. */
export type TestRun = { readonly titles: readonly string[]; readonly status: string };

/** @param text a JSON report; a missing or unreadable one counts as one without tests */
export function testRunsOf(text: string | undefined): TestRun[] {
  const report = reportSchema.safeParse(parsed(text));
  if (!report.success) return [];
  return report.data.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ status, ancestorTitles, title }) => ({ status, titles: [...ancestorTitles, title] }));
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
