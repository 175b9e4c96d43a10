import type { Command } from 'commander';
import { alarmOf } from '../draw/reward.rules.ts';
import { readBudget, readDeckUse, type BudgetRow } from '../draw/budgets.sql.ts';
import { withDatabase } from '../operator/with-database.ts';
import { addCommand } from '../operator/add-command.ts';
import { RefusedError, type CommandResult, type Session } from '../operator/command-context.ts';
import { rupees } from '../platform/format.ts';
import { table } from '../operator/table.ts';

export function addBudget(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail: 'A pool of which 50, 80 or 95 percent has been granted is reported as an alarm.',
    examples: ['budget', 'budget --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, id }) =>
        budgetOf(id, await readBudget(database, id), await readDeckUse(database, id)),
      ),
  });
}

function budgetOf(
  campaign: string,
  rows: readonly BudgetRow[],
  deck: Awaited<ReturnType<typeof readDeckUse>>,
): CommandResult {
  if (rows.length === 0) {
    throw new RefusedError(
      `Campaign "${campaign}" has no budget in this database, because its draw has not been committed to. Run \`draw commit\` first.`,
    );
  }
  const pools = rows.map(poolOf);
  const planned = pools.reduce((sum, pool) => sum + pool.plannedRupees, 0);
  const granted = pools.reduce((sum, pool) => sum + pool.grantedRupees, 0);
  const total = {
    plannedRupees: planned,
    grantedRupees: granted,
    remainingRupees: planned - granted,
    share: shareOf(granted, planned),
  };
  const alarms = pools.flatMap(({ pool, alarm }) => (alarm === null ? [] : [{ pool, alarm }]));
  const byChance = rows.filter(({ kind }) => kind === 'chance');
  const unplayed = (deck?.bound ?? 0) - byChance.reduce((sum, row) => sum + row.granted, 0);
  const lines = [
    table(
      ['pool', 'planned', 'granted', 'remaining', 'Rs granted', 'Rs remaining', 'share'],
      pools.map((pool) => [
        pool.pool,
        pool.planned,
        pool.granted,
        pool.remaining,
        pool.grantedRupees,
        pool.remainingRupees,
        percent(pool.share),
      ]),
    ),
    `Rs ${rupees(granted)} of Rs ${rupees(planned)} granted (${percent(total.share)}), Rs ${rupees(planned - granted)} remain.`,
    ...(deck
      ? [`Cards: ${deck.bound} of ${deck.cards} drawn, ${unplayed} of them not played.`]
      : []),
    ...alarms.map(({ pool, alarm }) => `Alarm: ${alarm} % or more of ${pool} has been granted.`),
  ];
  return {
    text: lines.join('\n'),
    json: { campaign, pools, total, deck: deck && { ...deck, unplayed }, alarms },
  };
}

function poolOf(row: BudgetRow) {
  const { amount, planned, granted, remaining } = row;
  const share = shareOf(granted, planned);
  return {
    ...row,
    plannedRupees: amount * planned,
    grantedRupees: amount * granted,
    remainingRupees: amount * remaining,
    share,
    alarm: alarmOf(row),
  };
}

/** 0 to 1, rounded down to ten-thousandths, so that 1 means all of it is granted. */
const shareOf = (granted: number, planned: number) =>
  planned === 0 ? 0 : Math.floor((granted / planned) * 10_000) / 10_000;

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
