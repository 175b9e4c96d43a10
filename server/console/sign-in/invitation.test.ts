// From an invitation to a closed account.
import { afterAll, expect, test } from 'vitest';
import {
  asked,
  ConsolePeople,
  hour,
  type Person,
} from '@inaam/testing/server/console/console-people.ts';
import { SoftwareAuthenticator } from '@inaam/testing/server/console/software-authenticator.ts';
import { accountNameOf } from './account-options.ts';

const people = await ConsolePeople.open();
afterAll(() => people.close());

test('an invitation works once', async () => {
  const person = people.newPerson();
  const token = await people.invite(person);
  expect((await people.register(person, token, new SoftwareAuthenticator())).status).toBe(200);
  expect(await people.register(person, token, new SoftwareAuthenticator())).toMatchObject({
    status: 409,
    body: { code: 'refused' },
    cookie: undefined,
  });
});

test('of two who open one invitation at the same time, one gets in', async () => {
  const person = people.newPerson();
  const token = await people.invite(person);
  const ended = await Promise.all(
    [1, 2].map(() => people.register(person, token, new SoftwareAuthenticator())),
  );
  expect(ended.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
});

test.each([
  [24 * hour - 1, 200],
  [24 * hour, 409],
])('an invitation after %i ms is answered by %i', async (ms, status) => {
  const person = people.newPerson();
  const token = await people.invite(person);
  people.server.time.wall += ms;
  expect((await people.site.call('startInvitation', { token }, person)).status).toBe(status);
});

test('another invitation adds a passkey, and ends the link before it', async () => {
  const { person, device } = await people.member();
  const lost = await people.invite(person);
  const token = await people.invite(person);
  const other = new SoftwareAuthenticator();
  expect((await people.register(person, lost, other)).status).toBe(409);
  expect((await people.register(person, token, other)).status).toBe(200);
  expect((await people.signIn(person, device)).status).toBe(200);
  expect((await people.signIn(person, other)).status).toBe(200);
});

test('after a device was lost its passkey and sessions end, and only the new link lets in', async () => {
  const { person, device, cookie } = await people.member();
  const challenge = await people.newChallenge(person);
  const token = await people.invite(person, 'support', '--lost');
  expect(await people.statusOf(cookie)).toBe(401);
  const response = device.signIn(asked(challenge));
  expect((await people.site.call('finishSignIn', { response }, person)).status).toBe(409);
  const other = new SoftwareAuthenticator();
  expect((await people.register(person, token, other)).status).toBe(200);
  expect((await people.signIn(person, other)).status).toBe(200);
  expect((await people.signIn(person, device)).status).toBe(409);
  expect(await people.audits(person)).toContainEqual({
    command: 'console invite',
    operator: 'ravi',
    details: { name: person.name, role: 'support', isNew: false, endedPasskeys: 1 },
  });
});

test('of invitations made at the same time, one link works', async () => {
  const { person } = await people.member();
  const links = await Promise.all([1, 2, 3, 4].map(() => people.invite(person)));
  const started = await Promise.all(
    links.map((token) => people.site.call('startInvitation', { token }, person)),
  );
  expect(started.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('an account keeps its role, and a closed one its name', async () => {
  const { person } = await people.member('viewer');
  const why = ['--why', 'a test'];
  const invited = await people.operate(
    'invite',
    '--name',
    person.name,
    '--role',
    'manager',
    ...why,
  );
  expect(invited).toMatchObject({ exit: 1 });
  expect(invited.errors).toContain('has another role');
  expect((await people.operate('close', '--name', person.name, ...why)).json()).toMatchObject({
    result: 'closed',
  });
  expect((await people.operate('close', '--name', person.name, ...why)).json()).toMatchObject({
    result: 'already',
  });
  const later = await people.operate('invite', '--name', person.name, '--role', 'viewer', ...why);
  expect(later.errors).toContain('was closed');
  expect((await people.operate('close', '--name', 'Nobody', ...why)).exit).toBe(1);
});

test('a closed account loses its sessions, its passkey and its invitation at once', async () => {
  const { person, device, cookie } = await people.member();
  const token = await people.invite(person);
  expect(await people.statusOf(cookie)).toBe(200);
  const { output } = await people.operate('list');
  const listed = JSON.parse(output).accounts.find(({ name }: Person) => name === person.name);
  expect(listed).toMatchObject({ role: 'support', passkeys: 1, sessions: 1, closedAt: null });
  await people.operate('close', '--name', person.name, '--why', 'has left');
  expect(await people.statusOf(cookie)).toBe(401);
  expect((await people.signIn(person, device)).status).toBe(409);
  expect((await people.register(person, token, new SoftwareAuthenticator())).status).toBe(409);
});

test.each([
  ['of another site', { origin: 'http://localhost:9999' }],
  ['without finger, face or PIN', { isUnverified: true }],
])('a passkey %s is not taken, and the invitation stays open', async (_what, habits) => {
  const person = people.newPerson();
  const token = await people.invite(person);
  const device = new SoftwareAuthenticator();
  expect((await people.register(person, token, device, habits)).status).toBe(409);
  expect((await people.register(person, token, device)).status).toBe(200);
});

test.each([
  ['Asha Rao', 'Asha Rao'],
  ['  Asha   Rao ', 'Asha Rao'],
  ['Jose\u0301 D’Souza-Nair, 2.', 'José D’Souza-Nair, 2.'],
  ['आशा राव', 'आशा राव'],
  ['ஆஷா 2', 'ஆஷா 2'],
  ['عائشة', 'عائشة'],
  ['a'.repeat(60), 'a'.repeat(60)],
  ['a'.repeat(61), undefined],
  ['', undefined],
  ['-Asha', undefined],
  ['Asha\nRao', undefined],
  ['Asha\u001B[2J', undefined],
  ['Asha\u202EoaR', undefined],
  ['Asha\u00A0Rao', undefined],
  ['Asha\u200BRao', undefined],
  ['Asha\u034FRao', undefined],
  ['Asha\uFE0FRao', undefined],
  ['Asha\u3164Rao', undefined],
  ['\u0410sha Rao', undefined],
  ['\u0410\u0455\u04BB\u0430', undefined],
  ['Asha राव', undefined],
  ['Asha ²', undefined],
])('the name %j of an account is %j', (text, name) => {
  expect(accountNameOf(text)).toBe(name);
});
