import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';
import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import { auditOf, operatorOf } from '@inaam/server/console/audit-words.ts';
import type { ConsoleContext, ConsoleHandler, SignedIn } from '@inaam/server/console/context.ts';
import { ConsoleRefusal } from '@inaam/server/console/refusal.ts';
import { accountNameOf } from '@inaam/server/console/sign-in/account-options.ts';
import {
  addAccount,
  endAccount,
  endInvitations,
  everywhere,
  isNameTaken,
  lockNames,
  writeInvitation,
  writeRole,
  type CampaignRole,
} from '@inaam/server/console/sign-in/accounts.sql.ts';
import { idsOf } from '@inaam/server/console/sign-in/session.ts';
import { hashOf, invitationMs, newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { recordAudit } from '@inaam/server/database/audit-log.ts';
import { transaction, type Connection } from '@inaam/server/database/database.ts';
import { campaignAheadMs } from '@inaam/server/platform/period.rules.ts';
import { lockMember, readMembers, roleIn, type ListedMember, type Member } from './team.sql.ts';

type Person = AnswerOf<'readTeam'>['people'][number];

export const readTeam: ConsoleHandler<'readTeam'> = async (context, _fields, signedIn) => {
  const { database, campaign, campaigns, clocks } = context;
  const members = await readMembers(database, campaign.id, clocks.wall());
  const own = members.find(({ id }) => id === signedIn.id)?.roles ?? [];
  const named = campaigns.map((one) => ({ campaign: one.campaign.id, name: one.campaign.name }));
  const places = [{ campaign: everywhere, name: 'Every campaign' }, ...named].filter((place) =>
    manages(own, place.campaign),
  );
  const aheadMs = campaignAheadMs(clocks);
  const people = members.flatMap((member): Person[] => {
    const here = roleIn(member.roles, campaign.id);
    if (here === undefined) return [];
    const isYou = member.id === signedIn.id;
    return [
      {
        id: member.id,
        name: member.name,
        role: here.role,
        isEverywhere: here.campaign === everywhere,
        roles: member.roles.filter((one) => manages(own, one.campaign)),
        isYou,
        mayChange: !isYou && manages(own, campaign.id) && mayTouch(own, member),
        seenAt: member.seenAt === null ? null : member.seenAt + aheadMs,
        invited: invitedOf(member, aheadMs),
      },
    ];
  });
  return { people, places };
};

const invitedOf = ({ hasCome, invitedBy, until, isOpen }: ListedMember, aheadMs: number) =>
  hasCome || until === null
    ? null
    : { by: invitedBy, until: until + aheadMs, isOpen: isOpen ?? false };

/** Whether somebody with these roles gives others in this place. */
const manages = (held: readonly CampaignRole[], campaign: string) =>
  roleIn(held, campaign)?.role === 'manager';

/** The role in every campaign is above those of one. */
const mayTouch = (own: readonly CampaignRole[], { roles }: Pick<Member, 'roles'>) =>
  manages(own, everywhere) || !roles.some(({ campaign }) => campaign === everywhere);

export const invitePerson: ConsoleHandler<'invitePerson'> = async (context, fields, signedIn) => {
  const { database, campaign } = context;
  const name = accountNameOf(fields.name);
  if (name === undefined) {
    throw new ConsoleRefusal(
      'invalid',
      'Write a name of up to 60 letters, digits and spaces, in Latin letters or those of one Indian script.',
    );
  }
  const { at } = operatorOf(context, signedIn, fields.reason);
  return transaction(database, async (connection) => {
    const { roles: own } = await giverOf(connection, signedIn);
    const given = fields.roles.filter(({ role }) => role !== null);
    assertMayGive(context, own, given);
    if (given.length === 0) throw new ConsoleRefusal('invalid', 'Choose at least one role.');
    for (const place of given) await assertNameFree(connection, null, { ...place, name });
    const first = given.find((one) => one.campaign !== everywhere)?.campaign ?? campaign.id;
    const account = await addAccount(connection, { campaign: first, name, at });
    for (const { campaign: place, role } of given) {
      await writeRole(connection, { account, campaign: place, name, role, at });
      const details = { name, before: null, role };
      const row = { command: 'console team invite', place, details };
      await record(context, connection, signedIn, { ...row, reason: fields.reason });
    }
    return newLink(context, connection, { account, name, at, givenBy: signedIn.id });
  });
};

async function newLink(
  { origin, clocks }: ConsoleContext,
  connection: Connection,
  { name, ...invitation }: { account: string; name: string; at: number; givenBy: string },
) {
  const token = newToken();
  const expiresAt = invitation.at + invitationMs;
  await writeInvitation(connection, { ...invitation, tokenHash: hashOf(token), expiresAt });
  return {
    name,
    link: `${origin}/#/invitation/${token}`,
    until: expiresAt + campaignAheadMs(clocks),
  };
}

export const renewInvitation: ConsoleHandler<'renewInvitation'> = async (
  context,
  { account, reason },
  signedIn,
) => {
  const { at } = operatorOf(context, signedIn, reason);
  return transaction(context.database, async (connection) => {
    const { name, roles } = await lockInvited(connection, signedIn, account);
    for (const { campaign: place, role } of roles) {
      const row = { command: 'console team renew', place, details: { name, role } };
      await record(context, connection, signedIn, { ...row, reason });
    }
    return newLink(context, connection, { account, name, at, givenBy: signedIn.id });
  });
};

export const takeBackInvitation: ConsoleHandler<'takeBackInvitation'> = async (
  context,
  { account, reason },
  signedIn,
) => {
  const { at } = operatorOf(context, signedIn, reason);
  await transaction(context.database, async (connection) => {
    await lockNames(connection);
    // Waits for who is just accepting it, who then has come.
    await endInvitations(connection, account, at);
    const { name, roles } = await lockInvited(connection, signedIn, account);
    await endAccount(connection, account, at);
    for (const { campaign: place, role } of roles) {
      const row = { command: 'console team take-back', place, details: { name, role } };
      await record(context, connection, signedIn, { ...row, reason });
    }
  });
  return {};
};

/** Somebody who has not come yet, and has roles only where the giver gives them. */
async function lockInvited(connection: Connection, signedIn: SignedIn, account: string) {
  const { roles: own } = await giverOf(connection, signedIn);
  const member = await lockMember(connection, account);
  if (!member?.roles.some(({ campaign }) => manages(own, campaign))) throw unknown();
  if (!member.roles.every(({ campaign }) => manages(own, campaign))) throw notYours();
  if (!member.hasCome) return member;
  throw new ConsoleRefusal('refused', `${member.name} has come already: change the role instead.`);
}

export const changeRoles: ConsoleHandler<'changeRoles'> = async (
  context,
  { account, roles: wanted, reason },
  signedIn,
) => {
  const { at } = operatorOf(context, signedIn, reason);
  return transaction(context.database, async (connection) => {
    const { roles: own } = await giverOf(connection, signedIn);
    if (account === signedIn.id) {
      throw new ConsoleRefusal('refused', 'Nobody changes their own role: ask another manager.');
    }
    const member = await lockMember(connection, account);
    if (!member?.roles.some(({ campaign }) => manages(own, campaign) || campaign === everywhere)) {
      throw unknown();
    }
    assertMayGive(context, own, wanted);
    if (!mayTouch(own, member)) throw notYours();
    const { name } = member;
    const held = new Map(member.roles.map(({ campaign, role }) => [campaign, role]));
    const changed = wanted.filter((one) => (held.get(one.campaign) ?? null) !== one.role);
    for (const { campaign: place, role } of changed) {
      const one = { account, campaign: place, name, role, at };
      if (role !== null) await assertNameFree(connection, account, one);
      await writeRole(connection, one);
      const details = { name, before: held.get(place) ?? null, role };
      await record(context, connection, signedIn, {
        command: 'console team roles',
        place,
        details,
        reason,
      });
      if (role === null) held.delete(place);
      else held.set(place, role);
    }
    const isEnded = held.size === 0;
    if (isEnded) await endAccount(connection, account, at);
    return { isChanged: changed.length > 0, isEnded };
  });
};

/**
 * No two change roles at a time, so what the giver may is what it is now. And as nobody changes the
 * own role, whoever takes one away stays a manager there.
 * @throws ConsoleRefusal
 */
async function giverOf(connection: Connection, { id }: SignedIn): Promise<Member> {
  await lockNames(connection);
  const giver = await lockMember(connection, id);
  if (giver) return giver;
  throw new ConsoleRefusal('signedOut', 'You are signed out. Sign in again.');
}

/** @throws ConsoleRefusal: the same for a campaign that is not there */
function assertMayGive(
  context: ConsoleContext,
  own: readonly CampaignRole[],
  wanted: FieldsOf<'changeRoles'>['roles'],
): void {
  const known = new Set([everywhere, ...idsOf(context)]);
  const places = wanted.map(({ campaign }) => campaign);
  if (new Set(places).size < places.length) {
    throw new ConsoleRefusal('invalid', 'Each campaign has one role: choose again.');
  }
  if (places.some((place) => !known.has(place) || !manages(own, place))) {
    throw new ConsoleRefusal('notAllowed', 'You give roles only where you are a manager.');
  }
}

async function assertNameFree(
  connection: Connection,
  account: string | null,
  { campaign, name }: { campaign: string; name: string },
): Promise<void> {
  if (!(await isNameTaken(connection, { account, campaign, name }))) return;
  throw new ConsoleRefusal(
    'refused',
    `${name} is the name of somebody else there, now or before. Invite under another name, so that the log stays clear.`,
  );
}

type Recorded = {
  command: string;
  place: string;
  details: { name: string; role: ConsoleRole | null; before?: ConsoleRole | null };
  reason: string;
};

/** In the log of the campaign; of the role in every campaign, in that of the page. */
async function record(
  context: ConsoleContext,
  connection: Connection,
  signedIn: SignedIn,
  { command, place, details, reason }: Recorded,
): Promise<void> {
  const { role, before, ...rest } = details;
  const words = {
    ...rest,
    ...(place === everywhere && { in: 'every campaign' }),
    ...(before !== undefined && { before: before ?? 'no access' }),
    role: role ?? 'no access',
  };
  const row = auditOf(context, signedIn, { reason, command, details: words });
  await recordAudit(connection, place === everywhere ? row : { ...row, campaign: place });
}

const unknown = () =>
  new ConsoleRefusal('notFound', 'There is nobody such in your campaigns. Reload the page.');

const notYours = () =>
  new ConsoleRefusal(
    'notAllowed',
    'This person has a role where you are no manager: only who manages there too may do this.',
  );
