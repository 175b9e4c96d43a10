// What `doctor`, `launch`, the metrics and the overview say of payments on UPI.
import { ms, type Database, type Queryable } from '@inaam/server/database/database.ts';
import { onlyRow } from '@inaam/server/database/read-only.ts';
import { act, look } from '@inaam/server/figures/opening.rules.ts';
import { done, waiting } from '@inaam/server/main/checks/launch.rules.ts';
import { isoTime } from '@inaam/server/platform/format.ts';
import { checkOf } from '@inaam/server/platform/finding.ts';
import type { FiguresPlugin, ServerPlugin } from '../../server-plugin.ts';
import { readProvider } from '../settings.ts';
import { accountProblem, daysLeftOf, type Account } from './account.rules.ts';
import { lateMs } from './payouts.rules.ts';

/** Of money that is asked for: what was owed in the last seven days counts. */
export async function readAccount(
  database: Queryable,
  campaign: string,
  now: number,
): Promise<Account | undefined> {
  const { rows } = await database.query<Account>(
    `select account.amounts, balance::float8 as balance, ${ms('balance_at')} as "balanceAt",
       ${ms('hooked_at')} as "hookedAt", problem,
       coalesce(open, 0)::integer as open, coalesce(paying, 0)::integer as paying,
       coalesce(waiting, 0)::float8 as waiting, coalesce(late, 0)::integer as late,
       coalesce(review, 0)::integer as review, coalesce(paid, 0)::integer as paid,
       coalesce(voucher, 0)::integer as voucher,
       coalesce(excess, 0)::integer as excess, coalesce(low, 0)::integer as low,
       coalesce(week, 0)::float8 / 7 as "perDay"
     from inaam.upi_campaign as account
     left join lateral (
       select count(*) filter (where state = 'open') as open,
         count(*) filter (where state = 'paying') as paying,
         count(*) filter (where state = 'paid') as paid,
         count(*) filter (where state = 'voucher') as voucher,
         count(*) filter (where state = 'open' and why = 'manyNumbers') as review,
         count(*) filter (where state = 'open' and why = 'balance') as low,
         sum(amount) filter (where state in ('open', 'paying')) as waiting,
         sum(amount) filter (where until > $2::timestamptz + interval '1 day') as week
       from inaam.upi_debt where upi_debt.campaign = $1) as debts on true
     left join lateral (
       select count(*) filter (where state in ('sending', 'pending') and started_at < $3) as late,
         count(*) filter (where state = 'excess') as excess
       from inaam.upi_payout where upi_payout.campaign = $1) as payouts on true
     where account.campaign = $1`,
    [campaign, new Date(now), new Date(now - lateMs)],
  );
  return rows[0];
}

export const upiFigures: Partial<FiguresPlugin> = {
  verdicts: async (connection, id) => {
    const now = Date.now();
    const account = await readAccount(connection, id, now);
    if (!account || (account.amounts.length === 0 && account.open + account.paying === 0)) {
      return () => [];
    }
    const found = accountProblem(account, now);
    if (!found) return () => [];
    return () => [{ act, look }[found.level](found.kind, found.text, found.todo, 'payouts')];
  },
  counts: async (connection, { id, upi }, { from, until }) => {
    if (!upi) return [];
    const found = await connection.query<{ count: number }>(
      `select count(*)::integer as count from inaam.upi_payout
       where campaign = $1 and state = 'paid' and started_at >= $2 and started_at < $3`,
      [id, new Date(from), new Date(until)],
    );
    const definition = 'Rewards that were paid on UPI; their vouchers are not sent.';
    return [{ label: 'Paid on UPI', definition, ...onlyRow(found) }];
  },
};

export const check: NonNullable<ServerPlugin['check']> = {
  name: 'upi',
  isOf: ({ upi }) => upi !== undefined,
  run: async (database, campaign, variables) => {
    const upi = checkOf('upi');
    const { provider, problems } = readProvider(variables);
    if (!provider) {
      const [first = 'UPI_PROVIDER is missing.'] = problems;
      return upi.fault(first, 'Write the settings of plugins/upi/guide.md for `deliver`.');
    }
    try {
      const balance = await provider.readBalance();
      const account = await readAccount(database, campaign, Date.now());
      const days = (account && daysLeftOf({ ...account, balance })) ?? Infinity;
      const found = `${provider.label} answers, and the balance is Rs ${Math.floor(balance)}.`;
      return days < 3 ? upi.warning(found, 'Add to it: it lasts under three days.') : upi.ok(found);
    } catch (error) {
      return upi.fault(
        error instanceof Error ? error.message : 'The provider does not answer.',
        'Check the credentials, and that the provider allows the address of this machine.',
      );
    }
  },
};

const waits = (what: string, todo: string) => waiting(what, 'the operator', todo);

export const launch: NonNullable<ServerPlugin['launch']> = {
  step: 'upi',
  read: async (database, { id, upi }) => {
    if (!upi) return done('No amount is paid on UPI.');
    const account = await readAccount(database, id, Date.now());
    if (!account) {
      return waits('No `deliver` pays on UPI yet.', 'Start it with the settings of its guide.');
    }
    const { problem, balance, hookedAt } = account;
    if (problem !== null || balance === null) {
      return waits(problem ?? 'The balance is not known.', 'Check the credentials.');
    }
    if (balance <= 0) return waits('The account is empty.', 'Add the money of the first days.');
    if (hookedAt === null) {
      return waits(
        'No web hook has come.',
        'Enter its address with the provider, and send a trial.',
      );
    }
    return done(`The balance is Rs ${Math.floor(balance)}, and web hooks come.`);
  },
};

export const gauge: NonNullable<ServerPlugin['gauge']> = {
  name: 'upi_rewards',
  help: 'Rewards on UPI; open: held; paying: under way; late: for a day; balance: rupees.',
  label: 'state',
  read: async (database, campaign) => {
    const account = await readAccount(database, campaign, Date.now());
    if (!account) return {};
    const { open, paying, late, excess, balance } = account;
    return { open, paying, late, excess, balance: balance ?? 0 };
  },
};

/** Of a person, for the export. By pseudonym, hex. */
export async function readPerson(
  database: Database,
  campaign: string,
  pseudonyms: readonly Buffer[],
): Promise<ReadonlyMap<string, object>> {
  const { rows } = await database.query<{ pseudonym: string; payouts: object }>(
    `select encode(pseudonym, 'hex') as pseudonym, json_agg(json_build_object('amount', amount,
       'upiId', masked, 'state', state, 'reference', utr, 'at', ${isoTime('started_at')})
       order by started_at) as payouts
     from inaam.upi_payout where campaign = $1 and pseudonym = any ($2::bytea[])
     group by upi_payout.pseudonym`,
    [campaign, pseudonyms],
  );
  return new Map(rows.map(({ pseudonym, payouts }) => [pseudonym, { payouts }]));
}
