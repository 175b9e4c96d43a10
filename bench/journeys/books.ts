// Checks that the database contains what the shoppers were shown, and that every debt is paid.
import type { AllKeys } from '@inaam/server/platform/keys.ts';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import type { Outcome } from './shoppers/shopper.ts';

export type Books = {
  participants: number;
  rewards: number;
  /** Rewards of completed journeys, each the same as the answer and the SMS said. */
  matched: number;
  faults: string[];
};

type Row = {
  mobile_index: Buffer;
  amount: number | null;
  state: string | null;
  code_index: Buffer | null;
  voucher_amount: number | null;
};

/** Waits until no message is under way. @returns whether it came to that */
export const waitForDelivery = (database: Database): Promise<boolean> =>
  waitUntil(async () => {
    const { rows } = await database.query(
      "select from inaam.message where state in ('owed', 'assigned') limit 1",
    );
    return rows.length === 0;
  }, 60_000).catch(() => false);

/** Without those that were filled in, who were verified two days ago. */
export async function readBooks(url: string): Promise<Row[]> {
  const database = openDatabase(url, 1);
  await database.query('set statement_timeout = 0');
  const { rows } = await database.query<Row>(
    `select participation.mobile_index, reward.amount, message.state, voucher.code_index,
       voucher.amount as voucher_amount
     from inaam.participation
     left join inaam.reward using (campaign, pseudonym)
     left join inaam.message on message.campaign = participation.campaign
       and message.pseudonym = participation.pseudonym and message.kind = 'voucher'
       and message.is_bonus = reward.is_bonus
     left join inaam.voucher on voucher.campaign = participation.campaign
       and voucher.pseudonym = participation.pseudonym and voucher.is_bonus = reward.is_bonus
     where verified_at > now() - interval '1 day'`,
  );
  await database.end();
  return rows;
}

type Keys = Pick<AllKeys, 'mobileIndex' | 'voucherIndex'>;

/** Pure. */
export function checkBooks(
  rows: readonly Row[],
  outcomes: readonly Outcome[],
  { mobileIndex, voucherIndex }: Keys,
): Books {
  const byMobile = Map.groupBy(rows, (row) => row.mobile_index.toString('hex'));
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault);
    return isRight;
  };
  const matched = outcomes.filter(({ mobile, amount, voucher }) => {
    const own = byMobile.get(mobileIndex(mobile).toString('hex')) ?? [];
    const [row] = own;
    return (
      check(own.length === 1, `${own.length} rewards instead of one`) &&
      check(row?.amount === amount, `shown Rs ${amount}, granted Rs ${row?.amount}`) &&
      check(voucher.amount === amount, `shown Rs ${amount}, sent Rs ${voucher.amount}`) &&
      check(row?.voucher_amount === amount, `a voucher of Rs ${row?.voucher_amount}`) &&
      check(row?.code_index?.equals(voucherIndex(voucher.code)) ?? false, 'sent another code')
    );
  }).length;
  const rewards = rows.filter(({ amount }) => amount !== null);
  for (const { state, code_index: code } of rewards) {
    check(state === 'sent' && code !== null, `a reward whose voucher is ${state}`);
  }
  const codes = new Set(outcomes.map(({ voucher }) => voucher.code));
  check(codes.size === outcomes.length, 'a code was sent to two shoppers');
  return { participants: byMobile.size, rewards: rewards.length, matched, faults };
}

/** The check must find one wrong amount, or its silence says nothing. */
export function findsPlantedFault(
  rows: readonly Row[],
  outcomes: readonly Outcome[],
  keys: Keys,
): boolean {
  const [first, ...others] = outcomes;
  if (!first) return false;
  const wrong = { ...first, amount: first.amount + 1 };
  const before = checkBooks(rows, outcomes, keys).faults.length;
  return checkBooks(rows, [wrong, ...others], keys).faults.length === before + 1;
}
