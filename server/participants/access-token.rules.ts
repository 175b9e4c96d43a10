/** Protocol: Keys. */
export const accessTokenLifetimeMs = 12 * 3_600_000;
