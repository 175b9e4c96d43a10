import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../product/product.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';

/** Until a call that needs the database succeeds. @returns ms since `from` */
export async function recovery({ app }: Pick<ShopperServer, 'app'>, from: number): Promise<number> {
  const startSession = {
    remoteAddress: '10.9.0.1',
    method: 'POST' as const,
    url: '/api/users',
    headers: {},
    payload: { utm_source: 'qrcode' },
  };
  await waitUntil(async () => {
    const answer = await app.inject(startSession).catch(() => undefined);
    return answer?.statusCode === 200;
  });
  return performance.now() - from;
}

export async function countRewards({ database }: Pick<Product, 'database'>): Promise<number> {
  const { rows } = await database.query<{ count: string }>('select count(*) from inaam.reward');
  return Number(rows[0]?.count);
}

/** Rewards granted per second during this time. */
export async function rewardsPerSecond(
  product: Pick<Product, 'database'>,
  forMs: number,
): Promise<number> {
  const [from, before] = [performance.now(), await countRewards(product)];
  await pause(forMs);
  const granted = (await countRewards(product)) - before;
  return Math.round((granted / (performance.now() - from)) * 100_000) / 100;
}

export async function owedVouchers({ database }: Product): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select id from inaam.message where kind = 'voucher' and state in ('owed', 'assigned')`,
  );
  return rows.map(({ id }) => id);
}

export async function isOwed({ database }: Product, ids: readonly string[]): Promise<boolean> {
  const { rows } = await database.query(
    `select from inaam.message where id = any ($1::uuid[]) and state in ('owed', 'assigned') limit 1`,
    [ids],
  );
  return rows.length > 0;
}
