import type { Command } from 'commander';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { promisedUntil } from '../../rules/voucher-validity.ts';
import { countStock } from '../../storage/messages/voucher-queries.ts';
import { withDatabase } from '../with-database.ts';
import { addCommand } from '../add-command.ts';
import type { Session } from '../command-context.ts';
import { table } from '../table.ts';

export function addVouchersStock(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'vouchers stock',
    summary: 'show how many codes are free and how many winners are waiting for one',
    examples: ['vouchers stock', 'vouchers stock --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const { sms } = await loadCampaign(id);
        const stock = await countStock(database, id, promisedUntil(clocks.campaign()));
        const none = Object.keys(sms.vouchers)
          .map(Number)
          .filter((amount) => !stock.some((row) => row.amount === amount))
          .map((amount) => ({ amount, free: 0, assigned: 0, owed: 0 }));
        const amounts = [...stock, ...none].toSorted((a, b) => a.amount - b.amount);
        const short = amounts.filter(({ free, owed }) => free < owed);
        const lines = [
          table(
            ['amount', 'free', 'assigned', 'owed'],
            amounts.map(({ amount, free, assigned, owed }) => [
              `Rs ${amount}`,
              free,
              assigned,
              owed,
            ]),
          ),
          ...short.map(
            ({ amount, free, owed }) =>
              `Load at least ${owed - free} of Rs ${amount}: winners are waiting for them.`,
          ),
        ];
        return { text: lines.join('\n'), json: { campaign: id, amounts } };
      }),
  });
}
