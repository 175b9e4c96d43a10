// What the tests that ran prove of the requirements, both ways: every id is carried by a test that passed, and no test
// carries an id that is none. Pure. By the reports of vitest; the titles in the source prove nothing here.
import { z } from 'zod';
import type { Count } from './counts.ts';
import { requirementsFile, strangeIds } from './requirements.ts';
import { leadingIds } from './titles.ts';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ status: z.string(), ancestorTitles: z.array(z.string()), title: z.string() }),
      ),
    }),
  ),
});

type Ran = { readonly titles: readonly string[]; readonly status: string };

/**
 * Counts the two proofs, each as one result, with a sentence for each fault.
 * @param known the ids of the requirements
 * @param reports the JSON reports of this run; undefined where a project wrote none
 */
export function carriedCount(
  known: ReadonlySet<string>,
  reports: readonly (string | undefined)[],
): Count {
  const ran = reports.flatMap(ranOf);
  const proofs = [uncarried(known, ran), unknown(known, ran)];
  const failed = proofs.filter((faults) => faults.length > 0).length;
  return { passed: proofs.length - failed, failed, notes: proofs.flat() };
}

function uncarried(known: ReadonlySet<string>, ran: readonly Ran[]): string[] {
  if (known.size === 0)
    return [`${requirementsFile} has no id. Its tables begin with "| ABC-1 |".`];
  const passed = new Set(ran.filter(({ status }) => status === 'passed').flatMap(idsOf));
  const others = ran.filter(({ status }) => status !== 'passed');
  return [...known]
    .filter((id) => !passed.has(id))
    .map((id) => {
      const [one] = others.filter((test) => idsOf(test).includes(id));
      return one
        ? `No test that carries ${id} passed: "${one.titles.join(' ')}" was ${one.status}. Mend it.`
        : `No test that ran carries ${id}. Write one with [${id}] first in its title.`;
    });
}

function unknown(known: ReadonlySet<string>, ran: readonly Ran[]): string[] {
  return ran.flatMap(({ titles }) =>
    titles
      .flatMap((title) => strangeIds(title, known))
      .map(
        (id) =>
          `"${titles.join(' ')}" carries [${id}], which ${requirementsFile} does not have. Mend the title.`,
      ),
  );
}

const idsOf = ({ titles }: Ran) => titles.flatMap(leadingIds);

/** None where there is no report: that is a failure of its project, and what it would have carried is uncarried. */
function ranOf(text: string | undefined): Ran[] {
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
