// Processes that die or lose the database. Instead of waiting, the tests backdate what was leased.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { hiddenMs, leaseMs } from '../../messages/outbox.sql.ts';
import { sendSms } from '../../messages/send-sms.job.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';
import { singlePath } from '../../sms/paths/sms-path.ts';
import { createDeliveryContext } from './delivery-context.ts';
import { intervals } from '../../messages/delivery-dependencies.ts';

let running: ChildProcess | undefined;

const fixture = await testDelivery();
afterEach(async () => {
  if (running?.exitCode === null && running.signalCode === null) await kill(running);
  running = undefined;
});

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Starts a delivery in a separate process; `output` returns what it has printed so far. */
async function startProcess(): Promise<{ child: ChildProcess; output: () => string }> {
  const program = fileURLToPath(
    import.meta.resolve('@inaam/testing/server/delivery/delivery-process.ts'),
  );
  const child = spawn(process.execPath, [program, fixture.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  await waitUntil(() => output.includes('ready'));
  return { child, output: () => output };
}

test('[CAM-6] what a process was sending when it was killed is sent by another when the lease ends, with the same code', async () => {
  await loadVoucherCodes(fixture, [{ code: 'TRY-KILLED', amount: 5 }], fixture.clocks.wall());
  const { child, output } = await startProcess();
  const winner = fixture.nextParticipant(5);
  const code = await fixture.requestCode(winner.mobile, '482913');
  const { id: voucher, mobile } = await fixture.grantVoucher(5, winner);
  await waitUntil(() => output().includes(`took ${voucher}`) && output().includes(`took ${code}`));
  expect((await fixture.message(voucher))?.state).toBe('assigned');
  await kill(child);

  await fixture.deliver({ intervals: { pollMs: 50 } });
  const other = await fixture.requestCode(newMobile(), '111111');
  await waitUntil(async () => (await fixture.message(other))?.state === 'sent');
  expect(await fixture.textsTo(mobile)).toEqual([]);

  await fixture.database.query(
    `update inaam.message set due_at = now(), leased_until = null where state in ('owed', 'assigned')`,
  );
  await waitUntil(async () => (await fixture.textsTo(mobile)).length === 2);
  expect((await fixture.textsTo(mobile)).toSorted()).toEqual([
    expect.stringContaining('482913'),
    expect.stringContaining('TRY-KILLED'),
  ]);
});

test('[CAM-6] a lease and a poll together are under a minute', () => {
  expect(hiddenMs + leaseMs + intervals.pollMs).toBeLessThan(60_000);
});

test('[CAM-6] nothing is handed to a provider after its lease', async () => {
  const sent: string[] = [];
  const provider = {
    send: async ({ id }: { id: string }) => {
      sent.push(id);
      return { kind: 'accepted', reference: id } as const;
    },
  };
  const context = createDeliveryContext({ ...fixture, paths: [singlePath(provider)] }, intervals);
  const id = await fixture.requestCode(newMobile(), '482913');
  const { dlt: template, category } = fixture.campaign.sms.otp;
  const sms = { id, to: newMobile(), text: 'x', variables: {}, template, category };
  const now = performance.now();
  const lease = { until: now - 1, unclear: null };
  await expect(sendSms(context, 'otp', sms, lease)).rejects.toThrow('no time left');
  expect(sent).toEqual([]);
  expect(await sendSms(context, 'otp', sms, { ...lease, until: now + 5000 })).toBe('sent');
});

test('a delivery that cannot read messages goes on as soon as it can', async () => {
  const { database } = fixture;
  await database.query('alter table inaam.challenge rename to challenge_away');
  try {
    await fixture.deliver({ intervals: { pollMs: 50 } });
    await waitUntil(() =>
      fixture.logged.some(({ message }) => message.includes('could not be read')),
    );
  } finally {
    await database.query('alter table inaam.challenge_away rename to challenge');
  }
  const mobile = newMobile();
  await fixture.requestCode(mobile, '482913');
  const arrived = async () => (await fixture.textsTo(mobile)).length === 1;
  expect(await waitUntil(arrived)).toBe(true);
});
