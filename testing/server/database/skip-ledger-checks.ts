import type { Connection } from '@inaam/server/database/database.ts';

const triggers = [
  ['participant', 'participant_is_recorded'],
  ['reward', 'reward_is_recorded'],
  ['ledger', 'ledger_ends_with_reveal'],
  ['head', 'head_moves_with_entries'],
] as const;

/**
 * Allows inserts without the matching ledger entries, which no program may do: for tests of other
 * constraints and databases filled with fictional people.
 * @returns a function that restores the checks
 */
export async function skipLedgerChecks(
  database: Pick<Connection, 'query'>,
): Promise<() => Promise<void>> {
  const set = async (state: 'disable' | 'enable') => {
    const statements = triggers.map(
      ([table, trigger]) => `alter table inaam.${table} ${state} trigger ${trigger}`,
    );
    await database.query(statements.join(';'));
  };
  await set('disable');
  return () => set('enable');
}
