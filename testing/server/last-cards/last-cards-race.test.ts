// Twenty-four rounds in the gate, six of each kind; a thousand with `npm run race:last-cards`.
import { expect, test } from 'vitest';
import { testDatabase } from '../../setup/cluster/test-database.ts';
import { raceForLastCards } from './last-cards-race.ts';

test('[CAM-1][CAM-2][CAM-3] two processes race for the last ten cards, 24 rounds: never overspent, no card lost, every promise paid', async () => {
  const clone = await testDatabase();
  try {
    const { rounds, errors, grants } = await raceForLastCards(clone.url, 24);
    expect(errors).toEqual([]);
    expect(rounds).toBe(24);
    expect(grants).toBeGreaterThan(24 * 12);
  } finally {
    await clone.drop();
  }
});
