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
import { sendVoucher } from '../../vouchers/send-voucher.job.ts';
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

test('[CAM-6] while a watch may hold vouchers, each is measured before it is taken, and one that cannot be is not sent', async () => {
  await fixture.loadCodes(3, 'TRY-1', 'TRY-2');
  const [bad, good] = await fixture.grantVouchers(3, 2);
  const seen: unknown[] = [];
  let mayHold = true;
  const watch = {
    mayHold: () => mayHold,
    measure: async (id: string) => {
      seen.push((await fixture.message(id))?.state);
      if (id === bad?.id) throw new Error('lost');
    },
    postpone: (id: string) => void seen.push(id),
    stop: async () => undefined,
  };
  const dependencies = { ...fixture, paths: [singlePath(fixture.provider)], watches: [watch] };
  const context = createDeliveryContext(dependencies, intervals);
  const send = async () =>
    Promise.allSettled(
      (await context.storage.takeVouchers(9)).map((one) => sendVoucher(context, one)),
    );
  expect((await send()).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(seen.splice(0)).toEqual(['owed', 'owed']);
  expect((await fixture.message(good?.id ?? ''))?.state).toBe('sent');
  expect((await fixture.message(bad?.id ?? ''))?.state).toBe('owed');
  mayHold = false;
  await fixture.database.query('update inaam.message set due_at = now(), leased_until = null');
  expect(await send()).toMatchObject([{ value: 'sent' }]);
  expect(seen).toEqual([bad?.id]);
});

test('a delivery that cannot read messages goes on as soon as it can', async () => {
  const { database } = fixture;
  await database.query('alter table inaam.code_request rename to code_request_away');
  try {
    await fixture.deliver({ intervals: { pollMs: 50 } });
    await waitUntil(() =>
      fixture.logged.some(({ message }) => message.includes('could not be read')),
    );
  } finally {
    await database.query('alter table inaam.code_request_away rename to code_request');
  }
  const mobile = newMobile();
  await fixture.requestCode(mobile, '482913');
  const arrived = async () => (await fixture.textsTo(mobile)).length === 1;
  expect(await waitUntil(arrived)).toBe(true);
});
