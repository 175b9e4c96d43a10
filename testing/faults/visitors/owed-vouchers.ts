import type { FaultProduct } from '../product/fault-product.ts';

export async function owedVouchers({ database }: FaultProduct): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select id from inaam.message where kind = 'voucher' and state in ('owed', 'assigned')`,
  );
  return rows.map(({ id }) => id);
}

export async function isOwed({ database }: FaultProduct, ids: readonly string[]): Promise<boolean> {
  const { rows } = await database.query(
    `select from inaam.message where id = any ($1::uuid[]) and state in ('owed', 'assigned') limit 1`,
    [ids],
  );
  return rows.length > 0;
}
