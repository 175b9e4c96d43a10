// Who is alerted, as managers set it.
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { recipientsMax } from '../contract.ts';
import type { FieldsOf } from '@inaam/contract/console/calls.ts';
import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import { auditOf } from '@inaam/server/console/audit-words.ts';
import type { ConsoleContext, ConsoleHandler } from '@inaam/server/console/context.ts';
import { ConsoleRefusal } from '@inaam/server/console/refusal.ts';
import { recordAudit } from '@inaam/server/database/audit-log.ts';
import { hasControlCharacters } from '@inaam/server/platform/format.ts';
import { campaignAheadMs } from '@inaam/server/platform/period.rules.ts';
import { sealContext } from '@inaam/server/platform/seal.ts';
import { targetPlace } from '../plugin.ts';
import { readMail } from '../settings.ts';
import { testMessage } from './alert-message.rules.ts';
import * as storage from './alerts.sql.ts';
import { reportNow, senderOf, sendKept } from './send-alerts.job.ts';
import { reasonInWords } from './send-mail.ts';

export const readAlerts: ConsoleHandler<'readAlerts'> = async (context, _fields, signedIn) => {
  const { database, campaign, clocks, variables } = context;
  const { mail } = readMail(variables);
  const aheadMs = campaignAheadMs(clocks);
  const shifted = (at: number | null) => (at === null ? null : at + aheadMs);
  const found = await storage.readAlerts(database, campaign.id);
  const recipients = await storage.readRecipients(database, campaign.id);
  return {
    at: clocks.wall() + aheadMs,
    checkedAt: shifted(await storage.readTurn(database, campaign.id)),
    mailFrom: mail?.from.address ?? null,
    open: found.flatMap(({ goneAt, since, ...one }) =>
      goneAt === null ? [{ ...one, since: since + aheadMs }] : [],
    ),
    recipients: recipients.map(({ targetSealed, failingSince, failure, ...one }) => ({
      ...one,
      target: shownTarget(targetOf(context, { ...one, targetSealed }), signedIn.role),
      sentAt: shifted(one.sentAt),
      failing:
        failingSince === null
          ? null
          : { since: failingSince + aheadMs, why: reasonInWords(failure ?? '') },
    })),
  };
};

const targetOf = (
  { keys }: Pick<ConsoleContext, 'keys'>,
  { id, targetSealed }: Pick<storage.Recipient, 'id' | 'targetSealed'>,
) => keys.open(targetSealed, sealContext(targetPlace)(id));

const shownTarget = (target: string, role: ConsoleRole) =>
  role === 'manager' ? target : target.replace(/^(.)[^@]*/, '$1…');

export const saveRecipient: ConsoleHandler<'saveRecipient'> = async (context, fields, signedIn) => {
  const { database, campaign, keys, variables } = context;
  const { target, reportHour, reason } = fields;
  const kinds = [...new Set(fields.kinds)];
  const recipients = await storage.readRecipients(database, campaign.id);
  const before = recipients.find((one) => one.id === fields.id);
  const isNew = fields.id === null;
  assertWanted(fields, before, recipients.length);
  const id = fields.id ?? randomUUID();
  const { day, hour } = await reportNow(context);
  const saved = {
    id,
    name: fields.name,
    kinds,
    reportHour,
    targetSealed: target === null ? undefined : keys.seal(target, sealContext(targetPlace)(id)),
    // The first report comes when its hour comes next.
    reportedDay: reportHour !== null && reportHour <= hour ? day : null,
  };
  const audit = auditOf(context, signedIn, {
    reason,
    command: isNew ? 'console alerts add' : 'console alerts change',
    details: {
      recipient: fields.name,
      alerts: kinds.join(', '),
      reportHour,
      newTarget: target !== null,
    },
  });
  if (!(await storage.saveRecipient(database, saved, { isNew, audit }))) throw gone();
  const warning = readMail(variables).mail
    ? ''
    : ' No e-mail is sent until a mail server is set up.';
  return { message: `${fields.name} is ${isNew ? 'added' : 'changed'}.${warning}` };
};

const gone = () => new ConsoleRefusal('notFound', 'This recipient was removed in the meantime.');

function refuse(message: string): never {
  throw new ConsoleRefusal('invalid', message);
}

/** @throws ConsoleRefusal */
function assertWanted(
  { id, name, target, kinds, reportHour }: FieldsOf<'saveRecipient'>,
  before: storage.Recipient | undefined,
  count: number,
): void {
  if (id !== null && before === undefined) throw gone();
  if (id === null && count >= recipientsMax) {
    refuse(`There are ${recipientsMax} recipients already. Remove one first.`);
  }
  if (hasControlCharacters(name)) refuse('Write the name again: it has invisible characters.');
  if (kinds.length === 0 && reportHour === null) {
    refuse('Choose at least one alert, or the daily report.');
  }
  if (target === null ? id === null : !isAddress(target)) {
    refuse('Enter one e-mail address, such as asha@brand.example.');
  }
}

/** A single one in ASCII, which cannot change a header. */
const isAddress = (text: string) => z.email().safeParse(text).success;

export const removeRecipient: ConsoleHandler<'removeRecipient'> = async (
  context,
  { id, reason },
  signedIn,
) => {
  const { name } = await recipientOf(context, id);
  const audit = auditOf(context, signedIn, {
    reason,
    command: 'console alerts remove',
    details: { recipient: name },
  });
  if (!(await storage.removeRecipient(context.database, id, audit))) throw gone();
  return { message: `${name} is removed.` };
};

async function recipientOf({ database, campaign }: ConsoleContext, id: string) {
  const recipients = await storage.readRecipients(database, campaign.id);
  const found = recipients.find((one) => one.id === id);
  if (found === undefined) throw gone();
  return found;
}

export const testRecipient: ConsoleHandler<'testRecipient'> = async (context, { id }, signedIn) => {
  const recipient = await recipientOf(context, id);
  const { name } = recipient;
  await recordAudit(
    context.database,
    auditOf(context, signedIn, {
      reason: 'A test',
      command: 'console alerts test',
      details: { recipient: name },
    }),
  );
  const to = targetOf(context, recipient);
  const message = testMessage(senderOf(context));
  const { mail } = readMail(context.variables);
  const about = [{ kind: 'test', event: 'test', text: 'Test of the alerts' }];
  const sent = { name, to, message, hash: randomUUID(), about };
  const { isTaken, reason } = await sendKept({ ...context, mail }, sent);
  return {
    isTaken,
    message: isTaken
      ? `The test was sent to ${name}.`
      : `The test did not reach ${name}: ${reasonInWords(reason)}.`,
  };
};
