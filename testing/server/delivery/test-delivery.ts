import { afterAll, afterEach } from 'vitest';
import type { Delivery } from '@inaam/server/main/delivery/start-delivery.ts';
import { testDatabase, type TestDatabase } from '../../setup/cluster/test-database.ts';
import { deliveryFixture, type DeliveryFixture } from './delivery-fixture.ts';

/**
 * The fixture of one test file, with verified participants. After each test the deliveries that
 * it started stop, and its messages, codes, log lines and clock are as before.
 */
export async function testDelivery(
  open: () => Promise<TestDatabase> = testDatabase,
  secrets?: Parameters<typeof deliveryFixture>[1],
): Promise<DeliveryFixture> {
  const clone = await open();
  const fixture = await deliveryFixture(clone.url, secrets);
  await fixture.verifyParticipants();
  const running: Delivery[] = [];
  afterEach(async () => {
    for (const delivery of running.splice(0)) await delivery.stop();
    fixture.clockOffset.ms = 0;
    fixture.logged.length = 0;
    await fixture.clear();
  });
  afterAll(async () => {
    await fixture.database.end();
    await clone.drop();
  });
  return {
    ...fixture,
    deliver: async (options) => {
      const delivery = await fixture.deliver(options);
      running.push(delivery);
      return delivery;
    },
  };
}
