import { expect, test } from 'vitest';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { countCodesOfDay } from './message-queries.sql.ts';
import { createCodeCeiling } from './delivery-limits.rules.ts';

const minute = 60_000;
const day = 1440 * minute;

test('a minute and a day have their own limits, and a new window begins when one has passed', () => {
  let now = 0;
  const ceiling = createCodeCeiling({ minute: 2, day: 5 }, () => now, 1);
  const take = () => ceiling.take() ?? 'sent';
  expect([take(), take(), take()]).toEqual(['sent', 'sent', 'minute']);
  now = minute - 1;
  expect(take()).toBe('minute');
  now = minute;
  expect([take(), take(), take()]).toEqual(['sent', 'sent', 'day']);
  now = day - 1;
  expect(take()).toBe('day');
  now = day;
  expect([take(), take(), take()]).toEqual(['sent', 'sent', 'minute']);
  // Setting the clock back frees nothing.
  now = 0;
  expect(take()).toBe('minute');
});

const delivery = await testDelivery();

test('[OTP-6] whatever is in the queue, codes above the limit are not sent, and an alarm says so', async () => {
  const { database, campaign, clocks, logged } = delivery;
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1)
    ids.push(await delivery.requestCode(newMobile(), '123456'));
  const codeCeiling = createCodeCeiling({ minute: 3, day: 100 }, clocks.wall, 0);
  const running = await delivery.deliver({ codeCeiling });
  const sent = async () => await countCodesOfDay(database, campaign.id, clocks.wall());
  await expect.poll(() => logged.filter(({ facts }) => 'alarm' in facts)).toHaveLength(1);
  await expect.poll(sent).toBe(3);
  await running.stop();
  expect(await sent()).toBe(3);
  expect(await countCodesOfDay(database, campaign.id, clocks.wall() + day + minute)).toBe(0);
});
