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
