// `upi.json`: which amounts are paid on UPI, and the words of it.
import type * as z from 'zod';
import { choice, count, fields, list } from '@inaam/campaigns/schema/fields.ts';
import { sentence } from '@inaam/campaigns/schema/sentence.ts';
import { problemAt } from '@inaam/campaigns/validation/file-problem.ts';
import type { CampaignPlugin } from '../campaign-plugin.ts';

const schema = fields({
  amounts: list(
    count('Write an amount of the outcomes.'),
    'Write the amounts that are paid on UPI, such as [5, 10].',
  ),
  provider: choice(['cashfree', 'razorpayx'], 'Write who pays them'),
});
type File = z.infer<typeof schema>;

const section = fields({
  where: sentence('amount'),
  ownNumber: sentence(),
  label: sentence(),
  hint: sentence(),
  check: sentence(),
  voucher: sentence(),
  checking: sentence(),
  /** Before the last tap: whose id it is. */
  confirm: sentence('amount', 'name', 'id'),
  send: sentence('amount'),
  another: sentence(),
  form: sentence(),
  wrong: sentence(),
  sending: sentence('amount', 'id'),
  paid: sentence('amount', 'id'),
  instead: sentence('date'),
  later: sentence(),
  failed: sentence(),
});

export const upi = {
  schema,
  sections: { upi: section },
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
  rows: () => ({ upi: [{ ifUpi: '' }] }),
  facts: () => ({
    terms: [['that a reward may be paid on UPI', 'ifUpi']],
    consentNotice: [['what the UPI id is for', 'ifUpi']],
  }),
  checked: (loaded) => ({
    line: `UPI: ${loaded ? `${loaded.amounts.join(', ')} by ${loaded.provider}` : 'none (there is no upi.json)'}.`,
    facts: { upi: loaded?.amounts ?? [] },
  }),
} satisfies CampaignPlugin<File, File>;
