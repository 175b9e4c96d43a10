import type { Command } from 'commander';
import { recordAudit } from '../database/audit-log.ts';
import { retireKeys } from '../database/secret-checks.ts';
import { addCommand } from './add-command.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from './change-options.ts';
import type { CommandResult, Session } from './command-context.ts';
import { createProgress } from './progress.ts';
import { countKeyUse, resealAll, type KeyUse, type RingName, type Rings } from './reseal.ts';
import { rupees as grouped } from '../platform/format.ts';
import { withRings } from './with-database.ts';

export function addKeysReseal(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    name: 'keys reseal',
    summary: 'encrypt everything with the newest keys, while the product runs',
    detail:
      'The first key of SEAL_KEYS and of VOUCHER_SEAL_KEYS. It can be stopped and started again at any time. In the end it says which keys seal nothing any more.',
    examples: [
      'keys reseal --why "yearly change of keys"',
      'keys reseal --why "key 1 leaked" --json',
    ],
    add: addWhoAndWhy,
    shape: whoAndWhy,
    run: (who) =>
      withRings(context, async ({ database, clocks, id: campaign, rings }) => {
        const operator = operatorOf(who, clocks.wall());
        const progress = createProgress(context);
        const rows = await resealAll({
          database,
          campaign,
          rings,
          onProgress: (table, percent) => progress.show(`Sealing ${table} again`, percent / 100),
        });
        progress.clear();
        const uses = await countKeyUse({ database, campaign, rings });
        const details = {
          rows,
          ...Object.fromEntries(uses.map((use) => [nameOf(use), use.values])),
        };
        await retireKeys(database, campaign, removableOf(rings, uses));
        await recordAudit(database, { campaign, command: 'keys reseal', operator, details });
        return answerOf(campaign, rings, rows, uses);
      }),
  });
}

/** Older keys with which nothing is sealed. */
const removableOf = (rings: Rings, uses: readonly KeyUse[]) =>
  uses.filter(({ ring, key, values }) => values === 0 && key !== rings[ring][0]?.id);

const nameOf = ({ ring, key }: KeyUse) => `${ring} ${key}`;

function answerOf(
  campaign: string,
  rings: Rings,
  rows: number,
  uses: readonly KeyUse[],
): CommandResult {
  const newest = (ring: RingName) => rings[ring][0]?.id;
  const old = uses.filter(({ ring, key }) => key !== newest(ring));
  const removable = removableOf(rings, uses);
  const lines = [
    `${grouped(rows)} rows were sealed again with the newest keys.`,
    ...old.map((use) =>
      use.values === 0
        ? `Key ${use.key} of ${use.ring} seals nothing any more: it can be removed. Backups made before need it.`
        : `Key ${use.key} of ${use.ring} still seals ${grouped(use.values)} values: see that every program has the new key first, and run it again.`,
    ),
    ...(old.length === 0 ? ['Each ring has one key: there is nothing to remove.'] : []),
  ];
  return {
    text: lines.join('\n'),
    json: {
      campaign,
      rows,
      keys: uses,
      removable: removable.map(({ ring, key }) => ({ ring, key })),
    },
    failed: removable.length < old.length,
  };
}
