import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  startFaultyGateway,
  type FaultyGateway,
} from '@inaam/testing/server/delivery/faulty-gateway.ts';
import {
  operatorFixture,
  newestAudits,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import type { Finding } from '../../platform/finding.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

let gateway: FaultyGateway;
let second: FaultyGateway;

const operators = operatorFixture();
const { url: database, database: admin } = await operators.newDatabase();
const folder = await folderOfFile();
beforeEach(async () => {
  typed = mobile;
  gateway = await startFaultyGateway();
  second = await startFaultyGateway();
});
afterEach(() => second.close());
afterEach(() => gateway.close());
afterAll(() => operators.end());

const mobile = '9876543210';
let typed = mobile;

function variablesFor(more: object = {}): Record<string, string> {
  const http = {
    address: `${gateway.address}/send`,
    json: { to: '{mobile}', text: '{text}', template: '{providerTemplate}' },
    answer: { rules: [{ is: 'accepted', status: '200' }], reason: { json: 'error' } },
  };
  const kannel = { address: second.address, username: 'inaam', receipts: 'http://127.0.0.1' };
  const receipts = { addresses: ['127.0.0.1'] };
  const paths = [
    { name: 'main', http, templates: { '1107000000000000001': 'own' }, ...more },
    { name: 'operator', sends: ['codes'], preset: 'kannel', values: kannel, receipts },
  ];
  const file = path.join(folder, 'paths.json');
  writeFileSync(file, JSON.stringify({ paths }));
  return {
    DATABASE_URL: database,
    PUBLIC_ORIGIN: 'https://win.example',
    SMS_PROVIDER: 'paths',
    SMS_PATHS_FILE: file,
    SMS_HOSTS: '127.0.0.1',
    SMS_SECRET_KANNEL_PASSWORD: 'pass',
  };
}

async function checked(variables: Record<string, string>) {
  const { exit, output } = await runOperatorInProcess(['sms', 'check', '--json'], { variables });
  const { findings } = JSON.parse(output);
  const of = (check: string) => findings.find((finding: Finding) => finding.check === check);
  return { exit, of };
}

test('the check says what is missing, and sends nothing', async () => {
  const { exit, of } = await checked(variablesFor());
  expect(exit).toBe(1);
  expect(of('settings')).toMatchObject({ state: 'ok' });
  expect(of('DLT ids')).toMatchObject({
    state: 'fault',
    found: expect.stringMatching(/the code, the voucher/),
  });
  expect(of('text of the code')).toMatchObject({ state: 'ok' });
  expect(of('templates of main')).toMatchObject({
    state: 'fault',
    found: expect.stringMatching(/Rs 3.*Rs 5.*Rs 10/),
  });
  expect(of('path main')).toMatchObject({ state: 'ok' });
  expect(of('path operator')).toMatchObject({ state: 'ok' });
  expect(of('receipts of main')).toMatchObject({ state: 'warning' });
  expect(of('receipts of operator')).toMatchObject({ state: 'ok' });
  expect(of('second path')).toMatchObject({ state: 'ok' });
  expect(gateway.received).toEqual([]);
  expect(second.received).toEqual([]);
});

test('the check says which path is not reached, and why', async () => {
  const variables = variablesFor();
  await gateway.close();
  const { of } = await checked(variables);
  expect(of('path main')).toMatchObject({
    state: 'fault',
    found: expect.stringMatching(/ECONNREFUSED/),
  });
  expect(of('path operator')).toMatchObject({ state: 'ok' });
});

test('the check lists what is wrong with the settings, without a value', async () => {
  const { exit, of } = await checked({ ...variablesFor(), SMS_HOSTS: 'other.example' });
  expect(exit).toBe(1);
  expect(of('settings')).toMatchObject({
    state: 'fault',
    found: expect.stringMatching(/SMS_HOSTS does not list/),
  });
  const mailbox = await checked({ ...variablesFor(), SMS_PROVIDER: 'mailbox' });
  expect(mailbox.of('settings')).toMatchObject({
    found: expect.stringMatching(/SMS_PROVIDER is mailbox/),
  });
});

const attempt = (variables: Record<string, string>, ...options: string[]) =>
  runOperatorInProcess(['sms', 'try', '--json', '--why', 'launch', '--by', 'asha', ...options], {
    variables,
    typed: `${typed}\n`,
  });

test('one SMS goes to the number that is typed, and the audit log does not know it', async () => {
  const { exit, output } = await attempt(variablesFor());
  expect(JSON.parse(output)).toMatchObject({ path: 'main', kind: 'accepted' });
  expect(exit).toBe(0);
  const [request] = gateway.received;
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    to: mobile,
    text: expect.stringMatching(/^123456 is your OTP .*@win\.example #123456$/s),
  });
  const [answered, row] = await newestAudits({ DATABASE_URL: database }, 2);
  expect(row).toMatchObject({
    command: 'sms try',
    by: 'asha',
    reason: 'launch',
    details: { path: 'main' },
  });
  expect(answered).toMatchObject({
    command: 'sms try',
    details: { path: 'main', answer: 'accepted', template: expect.stringMatching(/^\d+$/) },
  });
  expect(JSON.stringify([answered, row]) + output).not.toContain(mobile);
});

test.each(['98765', '1876543210', '+1 987 654 3210', 'asha', ''])(
  'the number %j is refused before anything is sent or recorded, and not repeated',
  async (wrong) => {
    const audits = async () =>
      (await admin.query("select from inaam.audit where command = 'sms try'")).rowCount;
    const before = await audits();
    typed = wrong;
    const { exit, output, errors } = await attempt(variablesFor());
    expect(exit).toBe(2);
    expect(output + errors).toMatch(/Indian mobile number. Enter 10 digits|No mobile number/);
    if (wrong !== '') expect(output + errors).not.toContain(wrong);
    expect(gateway.received).toEqual([]);
    expect(await audits()).toBe(before);
  },
);

test('what cannot be written into the audit log is not sent', async () => {
  await admin.query('alter table inaam.audit rename to away');
  onTestFinished(async () => void (await admin.query('alter table inaam.away rename to audit')));
  await attempt(variablesFor()).catch(() => undefined);
  expect(gateway.received).toEqual([]);
});

test('another path is named, and its answer shown', async () => {
  second.answer({ status: 429 });
  const { exit, output } = await attempt(variablesFor(), '--path', 'operator');
  expect(exit).toBe(1);
  expect(JSON.parse(output)).toMatchObject({ kind: 'throttled', reason: 'HTTP 429' });
  const unknown = await attempt(variablesFor(), '--path', 'other');
  expect(unknown).toMatchObject({
    exit: 2,
    errors: expect.stringMatching(/SMS_PATHS_FILE has: main, operator/),
  });
});
