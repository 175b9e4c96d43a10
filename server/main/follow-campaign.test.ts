import { expect, onTestFinished, test } from 'vitest';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { followCampaign } from './follow-campaign.ts';

test('[CAM-3] nothing new is granted while a deck that was changed is not approved, or cannot be checked', async () => {
  const approvers = { asha: 'aa'.repeat(32), ravi: 'bb'.repeat(32) };
  const { database, campaign, close } = await testServer({
    change: (folder) => ({ ...folder, draw: { ...folder.draw, approvers } }),
  });
  onTestFinished(close);
  const alarms: string[] = [];
  const follower = await followCampaign(database, campaign.id, {
    info: () => undefined,
    error: (_, sentence) => void alarms.push(sentence),
  });
  // Only this test polls.
  follower.stop();
  const look = async () => {
    await follower.look();
    return { isPaused: follower.isPaused(), alarms: alarms.splice(0) };
  };
  const fine = { isPaused: false, alarms: [] };
  expect(await look()).toEqual(fine);

  // Inserts it as the tables' owner, without an amendment.
  const unsigned = expect.stringContaining('not signed by two approvers');
  await database.query('alter table inaam.head disable trigger user');
  await database.query('update inaam.head set last_day = last_day + 60');
  expect(await look()).toEqual({ isPaused: true, alarms: [unsigned] });
  await database.query('update inaam.head set last_day = last_day - 60');
  expect(await look()).toEqual(fine);

  await database.query('update inaam.head set blocks = blocks + 1');
  await database.query('alter table inaam.budget rename to missing');
  const unchecked = expect.stringContaining('could not be checked');
  expect(await look()).toEqual({ isPaused: true, alarms: [unchecked] });
  // It retries, and logs the problem once.
  expect(await look()).toEqual({ isPaused: true, alarms: [] });
  await database.query('alter table inaam.missing rename to budget');
  expect(await look()).toEqual({ isPaused: true, alarms: [unsigned] });
  await database.query('update inaam.head set blocks = blocks - 1');
  expect(await look()).toEqual(fine);
});
