/** The address of a test database without the long limits of tests. */
export function productionLimits(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  for (const name of [...url.searchParams.keys()]) {
    if (name.endsWith('_timeout')) url.searchParams.delete(name);
  }
  return url.href;
}
