/** The address of a test database without the long limits of tests. */
export function productionLimits(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const limits = Array.from(url.searchParams.keys()).filter((name) => name.endsWith('_timeout'));
  for (const name of limits) url.searchParams.delete(name);
  return url.href;
}
