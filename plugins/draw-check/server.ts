import { checkOf } from '@inaam/server/platform/finding.ts';
import { indianDate } from '@inaam/server/platform/period.rules.ts';
import type { ServerPlugin } from '../server-plugin.ts';
import { startDrawChecks } from './server/check-draw.job.ts';
import { verdictsOf } from './server/draw-check.rules.ts';
import { readLast } from './server/draw-check.sql.ts';

const name = 'draw verified';

export const drawCheck = {
  console: startDrawChecks,
  check: {
    name,
    needsNone: true,
    run: async (database, campaign) => {
      const check = checkOf(name);
      const found = await readLast(database, campaign);
      if (!found) return check.skipped('The draw is not committed to.');
      const { last, committedAt, now } = found;
      const [wrong] = verdictsOf(last ?? undefined, committedAt, now);
      if (wrong) {
        return wrong.level === 'act'
          ? check.fault(wrong.text, wrong.todo)
          : check.warning(wrong.text, wrong.todo);
      }
      return last
        ? check.ok(`All ${last.entries} entries were right on ${indianDate(last.at)}.`)
        : check.ok(
            'The program console verifies the draw each night, the first time when it starts.',
          );
    },
  },
  gauge: {
    name: 'draw_check',
    help: 'Verification of the draw each night; wrong: 1 if the last one found a fault; age_seconds: since it.',
    label: 'figure',
    read: async (database, campaign) => {
      const found = await readLast(database, campaign);
      if (!found?.last) return {};
      const { last, now } = found;
      return { wrong: last.fault === null ? 0 : 1, age_seconds: (now - last.at) / 1000 };
    },
  },
} satisfies ServerPlugin;
