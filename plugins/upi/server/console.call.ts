import type { ConsoleHandler } from '@inaam/server/console/context.ts';
import { operatorOf } from '@inaam/server/console/audit-words.ts';
import { ConsoleRefusal } from '@inaam/server/console/refusal.ts';
import { readOnly } from '@inaam/server/database/read-only.ts';
import { campaignAheadMs } from '@inaam/server/platform/period.rules.ts';
import type { ServerPlugin } from '../../server-plugin.ts';
import { accountProblem, daysLeftOf } from './account.rules.ts';
import { actionsFor, statusOf, tellOf } from './payout-words.ts';
import { decide, readDebtLines } from './payouts-page.sql.ts';
import { readAccount } from './status.sql.ts';

const nobody = { open: 0, paying: 0, paid: 0, voucher: 0 };

export const readPayouts: ConsoleHandler<'readPayouts'> = async (
  { database, clocks, campaign },
  _fields,
  { role },
) => {
  const now = clocks.wall();
  const aheadMs = campaignAheadMs(clocks);
  const { account, lines } = await readOnly(database, async (connection) => ({
    account: await readAccount(connection, campaign.id, now),
    lines: await readDebtLines(connection, campaign.id, null),
  }));
  const { open, paying, paid, voucher } = account ?? nobody;
  const found = account && accountProblem(account, now);
  return {
    at: Math.round(clocks.campaign()),
    amounts: account?.amounts ?? [],
    balance: account?.balance ?? null,
    daysLeft: account ? daysLeftOf(account) : null,
    problem: found ? { level: found.level, text: found.text, todo: found.todo } : null,
    rows: lines.map((line) => ({
      message: line.message,
      pseudonym: line.pseudonym,
      amount: line.amount,
      state: line.state,
      status: statusOf(line, now),
      masked: line.masked ?? '',
      at: Math.round((line.at ?? line.until) + aheadMs),
      reference: line.reference ?? '',
      may: role === 'manager' ? actionsFor(line) : [],
    })),
    counts: { open, paying, paid, voucher },
  };
};

/** A reward whose voucher is sent is told as others are. */
export const told: NonNullable<ServerPlugin['told']> = async (
  { database, campaign, clocks },
  { pseudonym, isBonus },
) => {
  const lines = await readDebtLines(database, campaign.id, pseudonym);
  const line = lines.find((one) => one.isBonus === isBonus);
  if (!line || line.state === 'voucher' || line.state === 'ended') return undefined;
  return { summary: `On UPI. ${statusOf(line, clocks.wall())}.`, tellCaller: tellOf(line) };
};

const effects = {
  pay: 'It is paid in a moment, if the person has named a UPI id.',
  voucher: 'The voucher is sent instead.',
};

export const decidePayout: ConsoleHandler<'decidePayout'> = async (
  context,
  { message, action, reason },
  signedIn,
) => {
  const { database, campaign, clocks } = context;
  const operator = operatorOf(context, signedIn, reason);
  const decision = { message, action, now: clocks.wall() };
  const isDone = await decide(database, campaign.id, decision, {
    campaign: campaign.id,
    command: `console upi ${action}`,
    operator,
    details: { message },
  });
  if (!isDone) {
    throw new ConsoleRefusal(
      'refused',
      'Nothing was changed: a payment is under way, or the reward was given. Load the page again.',
    );
  }
  return { message: effects[action] };
};
