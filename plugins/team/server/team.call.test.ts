// Who gives access in the console, to whom and where; and what was tried to get more.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { numberKeysOf } from '@inaam/server/platform/keys.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { ConsolePeople, hour } from '@inaam/testing/server/console/console-people.ts';
import { SoftwareAuthenticator } from '@inaam/testing/server/console/software-authenticator.ts';
import { consoleOrigin } from '@inaam/testing/server/console/test-console.ts';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { team } from '../contract.ts';

const [first, second] = ['biscuit-2025', 'goli-soda-2026'];
const furtherCampaigns = [
  { campaign: await loadCampaign(second), keys: numberKeysOf(testSecrets, second) },
];
const people = await ConsolePeople.open(() => ({ furtherCampaigns }));
afterAll(() => people.close());

type Member = Awaited<ReturnType<typeof people.member>>;

const reason = 'a test of the team';
const callIn = (campaign: string, { cookie }: Pick<Member, 'cookie'>) => {
  const headers = { origin: consoleOrigin, 'x-campaign': campaign };
  return (name: ConsoleCallName, fields: object = {}) =>
    people.site.call(name, fields, { cookie, headers });
};
const teamOf = async (member: Member, campaign = first) => {
  const { status, body } = await callIn(campaign, member)('readTeam');
  expect(status).toBe(200);
  return team.readTeam.answer.parse(body);
};
const idOf = async ({ person: { name } }: Member) => {
  const { rows } = await people.server.database.query<{ id: string }>(
    'select id from inaam.console_account where name = $1',
    [name],
  );
  return rows[0]?.id ?? '';
};
const change = async (
  by: Member,
  whom: Member,
  roles: Record<string, string | null>,
  campaign = first,
) => {
  const wanted = Object.entries(roles).map(([place, role]) => ({ campaign: place, role }));
  const fields = { account: await idOf(whom), roles: wanted, reason };
  return callIn(campaign, by)('changeRoles', fields);
};
const invite = (by: Member, name: string, roles: Record<string, string>, campaign = first) =>
  callIn(campaign, by)('invitePerson', {
    name,
    roles: Object.entries(roles).map(([place, role]) => ({ campaign: place, role })),
    reason,
  });
const tokenIn = (body: unknown) =>
  z.object({ link: z.string() }).parse(body).link.slice(`${consoleOrigin}/#/invitation/`.length);
const accept = (name: string, token: string) =>
  people.register({ ...people.newPerson(), name }, token, new SoftwareAuthenticator());
const statusIn = async (campaign: string, member: Pick<Member, 'cookie'>) =>
  (await callIn(campaign, member)('readStock')).status;
const operate = async (member: Member, role: string, campaign: string) => {
  const words = ['--name', member.person.name, '--role', role, '--campaign', campaign];
  const done = await people.operate('invite', ...words, '--why', 'a test', '--by', 'ravi');
  expect(done.errors).toBe('');
};
const agency = async () => {
  const member = await people.member('manager');
  await operate(member, 'manager', 'everywhere');
  return member;
};
const open = await people.member('manager');
const audits = { by: null, command: null, from: null, until: null, before: null, max: 9 };
const rowsOf = async (name: string) => {
  const { rows } = await people.server.database.query(
    `select campaign, command, operator as by, why, details->>'before' as before,
       details->>'role' as role
     from inaam.audit where command like 'console team%' and details->>'name' = $1 order by number`,
    [name],
  );
  return rows;
};

test('a manager invites into the own campaign, and who accepts has that role at once', async () => {
  const giver = await people.member('manager');
  const name = 'Nila Bose';
  const { status, body } = await invite(giver, name, { [first]: 'support' });
  expect(status).toBe(200);
  const listed = async () => (await teamOf(giver)).people.find((one) => one.name === name);
  expect(await listed()).toMatchObject({
    role: 'support',
    mayChange: true,
    invited: { by: giver.person.name, isOpen: true },
  });
  const { cookie } = await accept(name, tokenIn(body));
  expect(await statusIn(first, { cookie })).toBe(200);
  expect(await statusIn(second, { cookie })).toBe(403);
  expect(await listed()).toMatchObject({ invited: null, seenAt: expect.any(Number) });
  // Once.
  expect((await accept(name, tokenIn(body))).status).toBe(409);
  expect(await rowsOf(name)).toEqual([
    expect.objectContaining({
      campaign: first,
      command: 'console team invite',
      by: giver.person.name,
      why: reason,
      before: 'no access',
      role: 'support',
    }),
  ]);
});

test('a role is changed and taken at once in an open session, with a row in the log of each campaign', async () => {
  const giver = await agency();
  const member = await people.member('viewer');
  expect(await statusIn(second, member)).toBe(403);
  const both = { [first]: 'support', [second]: 'auditor' };
  expect((await change(giver, member, both)).status).toBe(200);
  expect(await statusIn(second, member)).toBe(200);
  expect((await callIn(second, member)('readTeam')).status).toBe(200);
  expect((await change(giver, member, { [first]: null })).status).toBe(200);
  expect(await statusIn(first, member)).toBe(403);
  const last = await change(giver, member, { [second]: null }, second);
  expect(last.body).toEqual({ isChanged: true, isEnded: true });
  expect(await statusIn(second, member)).toBe(401);
  expect((await people.signIn(member.person, member.device)).status).toBe(409);
  expect(await rowsOf(member.person.name)).toMatchObject([
    { campaign: first, before: 'viewer', role: 'support' },
    { campaign: second, before: 'no access', role: 'auditor' },
    { campaign: first, before: 'support', role: 'no access' },
    { campaign: second, before: 'auditor', role: 'no access' },
  ]);
});

test("the agency's role is of each campaign, and only who has it gives or takes it", async () => {
  const giver = await agency();
  const other = await people.member('viewer');
  expect(await statusIn(second, giver)).toBe(200);
  expect((await teamOf(giver, second)).places.map(({ campaign }) => campaign)).toEqual([
    '*',
    first,
    second,
  ]);
  expect((await change(giver, other, { '*': 'auditor' })).status).toBe(200);
  expect(await statusIn(second, other)).toBe(200);
  const listed = (await teamOf(giver, second)).people.find(
    ({ name }) => name === other.person.name,
  );
  expect(listed).toMatchObject({ role: 'auditor', isEverywhere: true, mayChange: true });
  const ofOne = await people.member('manager');
  expect((await change(ofOne, other, { '*': null })).status).toBe(403);
  expect((await change(ofOne, giver, { [first]: 'viewer' })).status).toBe(403);
  expect((await invite(ofOne, 'Everywhere', { '*': 'viewer' })).status).toBe(403);
});

test('a manager of one campaign gives nothing in another, nor learns of it', async () => {
  const giver = await people.member('manager');
  const member = await people.member('viewer');
  for (const place of [second, 'no-such-campaign', '*']) {
    const refused = await change(giver, member, { [place]: 'viewer' });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'notAllowed' }]);
    expect((await invite(giver, 'Stranger', { [place]: 'viewer' })).status).toBe(403);
  }
  const mixed = { [first]: 'support', [second]: 'viewer' };
  expect((await change(giver, member, mixed)).status).toBe(403);
  await operate(member, 'manager', second);
  const { people: seen, places } = await teamOf(giver);
  expect(places.map(({ campaign }) => campaign)).toEqual([first]);
  expect(seen.find(({ name }) => name === member.person.name)?.roles).toEqual([
    { campaign: first, role: 'viewer' },
  ]);
  // Nor of who is there alone.
  const there = await agency();
  await change(there, member, { [first]: null });
  expect((await change(giver, member, { [first]: 'viewer' })).status).toBe(404);
});

test.each(['viewer', 'support', 'auditor'])('a %s gives nothing', async (role) => {
  const member = await people.member(role);
  expect((await change(member, open, { [first]: 'viewer' })).status).toBe(403);
  expect((await invite(member, 'Friend', { [first]: 'viewer' })).status).toBe(403);
  expect((await callIn(first, member)('readTeam')).status).toBe(role === 'auditor' ? 200 : 403);
});

test('nobody changes the own role', async () => {
  const member = await agency();
  for (const roles of [{ [first]: 'manager' }, { [second]: 'auditor' }, { '*': null }]) {
    expect((await change(member, member, roles)).status).toBe(409);
  }
});

test('an invitation ends when its giver no longer manages what it gives', async () => {
  const giver = await people.member('manager');
  const above = await agency();
  const token = tokenIn((await invite(giver, 'Lata Iyer', { [first]: 'manager' })).body);
  const { cookie } = giver;
  expect((await change(above, giver, { [first]: 'viewer' })).status).toBe(200);
  expect((await accept('Lata Iyer', token)).status).toBe(409);
  const { people: listed } = await teamOf(above);
  expect(listed.find(({ name }) => name === 'Lata Iyer')?.invited).toMatchObject({
    isOpen: false,
  });
  expect((await callIn(first, { cookie })('invitePerson', {})).status).toBe(403);
  // Nor does a link give what was added where the giver manages nothing.
  await change(above, giver, { [first]: 'manager' });
  const link = tokenIn((await invite(giver, 'Rani Das', { [first]: 'viewer' })).body);
  const invited = { person: { name: 'Rani Das', address: '' } };
  await change(above, { ...giver, ...invited }, { [second]: 'manager' });
  expect((await accept('Rani Das', link)).status).toBe(409);
  const renewed = await callIn(first, giver)('renewInvitation', {
    account: await idOf({ ...giver, ...invited }),
    reason,
  });
  expect(renewed.status).toBe(403);
});

test('an invitation is renewed, is taken back, and ends after a day', async () => {
  const giver = await people.member('manager');
  const named = (name: string) => ({ ...giver, person: { name, address: '' } });
  const old = tokenIn((await invite(giver, 'Mira Shah', { [first]: 'viewer' })).body);
  const own = { account: await idOf(named('Mira Shah')), reason };
  const renewed = tokenIn((await callIn(first, giver)('renewInvitation', own)).body);
  expect((await accept('Mira Shah', old)).status).toBe(409);
  expect((await accept('Mira Shah', renewed)).status).toBe(200);
  // Who has come gets no link from somebody else, and is not taken back.
  expect((await callIn(first, giver)('renewInvitation', own)).status).toBe(409);
  expect((await callIn(first, giver)('takeBackInvitation', own)).status).toBe(409);

  const token = tokenIn((await invite(giver, 'Ira Sen', { [first]: 'viewer' })).body);
  const back = { account: await idOf(named('Ira Sen')), reason };
  const stranger = await people.member('manager');
  await change(await agency(), stranger, { [first]: 'support', [second]: 'manager' });
  expect((await callIn(second, stranger)('takeBackInvitation', back)).status).toBe(404);
  expect((await callIn(first, giver)('takeBackInvitation', back)).status).toBe(200);
  expect((await accept('Ira Sen', token)).status).toBe(409);
  expect((await invite(giver, 'Ira Sen', { [first]: 'viewer' })).body).toMatchObject({
    message: expect.stringContaining('another name'),
  });

  const late = tokenIn((await invite(giver, 'Late', { [first]: 'viewer' })).body);
  people.server.time.wall += 24 * hour;
  expect((await accept('Late', late)).status).toBe(409);
});

test.each([
  ['one campaign', () => people.member('manager'), { [first]: 'viewer' }],
  ['every campaign', agency, { '*': null, [first]: 'viewer' }],
] as const)('of two who manage %s and remove each other at once, one stays', async (...row) => {
  const [, who, to] = row;
  const [mira, ravi] = [await who(), await who()];
  const removed = await Promise.all([change(mira, ravi, to), change(ravi, mira, to)]);
  const statuses = removed.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const left = statuses[0] === 200 ? mira : ravi;
  expect((await callIn(first, left)('readAudits', audits)).status).toBe(200);
});
