import { openDatabase } from '@inaam/server/database/database.ts';

export type RolePools = ReturnType<typeof openAsRoles>;

/** Each part acts in the role that its program has in production. */
export function openAsRoles(url: string) {
  const database = openDatabase(url, 16, 'keyLookups', 'inaam_serve');
  const deliveries = openDatabase(url, 16, 'keyLookups', 'inaam_deliver');
  const loader = openDatabase(url, 2, 'general', 'inaam_operator');
  const end = async () => {
    await Promise.all([database.end(), deliveries.end(), loader.end()]);
  };
  return { database, deliveries, loader, end };
}
