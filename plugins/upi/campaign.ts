// `upi.json`: which amounts are paid on UPI, and by whom.
import type * as z from 'zod';
import { choice, count, fields, list } from '@inaam/campaigns/schema/fields.ts';
import { problemAt } from '@inaam/campaigns/validation/file-problem.ts';
import type { CampaignPlugin } from '../campaign-plugin.ts';
import { documentsIn } from './documents.ts';

const schema = fields({
  amounts: list(
    count('Write an amount of the outcomes.'),
    'Write the amounts that are paid on UPI, such as [5, 10].',
    // None: what is held is still paid.
    { min: 0 },
  ),
  provider: choice(['cashfree', 'razorpayx'], 'Write who pays them'),
});
type File = z.infer<typeof schema>;

export const upi = {
  schema,
  load: (file) => file,
  /** Whether an id can be found by the number. */
  shown: ({ amounts, provider }) => ({ amounts, byNumber: provider === 'cashfree' }),
  // What was promised stays the same: this is the way that it is paid.
  committed: () => ({}),
  problems: ({ amounts }, { outcomes, fixed }) => {
    const known = new Set([...outcomes, ...fixed].map(({ amount }) => amount));
    return amounts.flatMap((amount, at) =>
      known.has(amount)
        ? []
        : [
            problemAt(
              'upi.json',
              ['amounts', at],
              `is no reward of rewards.json (${[...known].join(', ')})`,
              'Write one of them, or remove it.',
            ),
          ],
    );
  },
  documents: ({ amounts }, language) =>
    amounts.length === 0 ? undefined : documentsIn(language, amounts),
  checked: (loaded) => ({
    line: `UPI: ${loaded ? `${loaded.amounts.join(', ')} by ${loaded.provider}` : 'none (there is no upi.json)'}.`,
    facts: { upi: loaded?.amounts ?? [] },
  }),
} satisfies CampaignPlugin<File, File>;
