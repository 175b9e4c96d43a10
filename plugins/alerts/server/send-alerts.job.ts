// Finds what is wrong, and sends what is due. Each `deliver` and each `console` does it, so that
// one notices when the other is silent: a turn and a lease let only one of them act.
import { createHash } from 'node:crypto';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { errorCode } from '@inaam/server/platform/errors.ts';
import {
  campaignAheadMs,
  dayStart,
  indianDate,
  indianDay,
} from '@inaam/server/platform/period.rules.ts';
import { sealContext } from '@inaam/server/platform/seal.ts';
import { repeat, withoutRepeats } from '@inaam/server/platform/timing.ts';
import { readDrawInForce } from '@inaam/server/draw/ledger.sql.ts';
import { readOverview, type OverviewContext } from '@inaam/server/figures/read-overview.call.ts';
import {
  alertMessage,
  reportMessage,
  titleOf,
  type Message,
  type Sender,
} from './alert-message.rules.ts';
import { alertLimits, alertsAfter, alertsIn, nextTry, reportDue } from './alerts.rules.ts';
import * as storage from './alerts.sql.ts';
import { reasonInWords, sendMail, type MailOutcome } from './send-mail.ts';
import type { SentMail } from '../../plugin.ts';
import { plugins } from '../../plugins.ts';
import type { PluginDependencies } from '../../server-plugin.ts';
import { targetPlace } from '../plugin.ts';
import { readMail, type MailServer } from '../settings.ts';

type AlertDependencies = Omit<PluginDependencies, 'variables'> & {
  /** Undefined: no e-mail can be sent. */
  mail?: MailServer | undefined;
  /** The address of the console, for links. */
  origin: string | undefined;
};

const alertIntervals = { pollMs: 15_000, lookMs: 60_000, leaseMs: 120_000 } as const;

export const senderOf = ({
  campaign,
  origin,
}: Pick<AlertDependencies, 'campaign' | 'origin'>): Sender => ({
  campaign: campaign.name,
  console: origin,
});

export function startAlerts({ variables, ...own }: PluginDependencies): { stop(): Promise<void> } {
  const log = withoutRepeats(own.log);
  const { mail } = readMail(variables);
  const origin = variables['CONSOLE_ORIGIN'] || undefined;
  const run = () => runAlerts({ ...own, log, mail, origin });
  return repeat(alertIntervals.pollMs, run, (error) =>
    log.warn(
      { code: errorCode(error) },
      'Alerts could not be read or sent, and will be in a moment. If this continues, check the database.',
    ),
  );
}

export async function runAlerts(dependencies: AlertDependencies): Promise<void> {
  await look(dependencies);
  await send(dependencies);
}

type Overview = AnswerOf<'readOverview'>;

async function look(dependencies: AlertDependencies): Promise<void> {
  const { database, campaign, clocks } = dependencies;
  const now = clocks.wall();
  // Less than the pause, so that a turn is not missed by milliseconds.
  const everyMs = alertIntervals.lookMs - alertIntervals.pollMs / 2;
  if (!(await storage.takeTurn(database, campaign.id, { now, everyMs }))) return;
  const today = indianDay(clocks.campaign());
  const read = await plugins.find((one) => one.readAlertLimits)?.readAlertLimits?.();
  const limits = (await read?.(database, campaign.id)) ?? alertLimits;
  const found = alertsIn(await overviewOf({ ...dependencies, limits }, today), limits);
  await storage.updateAlerts(database, campaign.id, {
    now,
    alertsOf: (known) => alertsAfter(known, found, now),
  });
}

const overviewOf = (dependencies: OverviewContext, day: string): Promise<Overview> =>
  readOverview(dependencies, { from: day, until: day });

async function send(dependencies: AlertDependencies): Promise<void> {
  const { database, campaign, clocks, mail } = dependencies;
  if (mail === undefined) return;
  const report = await reportNow(dependencies);
  const taking = { now: clocks.wall(), leaseMs: alertIntervals.leaseMs, report };
  const due = await storage.takeDue(database, campaign.id, taking);
  await Promise.all(due.map((one) => sendTo(dependencies, one, report.day)));
}

export async function reportNow({ database, campaign, clocks }: OverviewContext) {
  const { from, to } = campaign.programme;
  const draw = await readDrawInForce(database, campaign.id);
  return reportDue({ from, to: draw?.lastDay ?? to }, clocks.campaign());
}

async function sendTo(
  dependencies: AlertDependencies,
  recipient: storage.Due,
  day: string,
): Promise<void> {
  const { database, clocks, keys, log } = dependencies;
  const { id, name, targetSealed, isReportDue, tries } = recipient;
  const to = keys.open(targetSealed, sealContext(targetPlace)(id));
  const send = async (message: Message, key: string, about: About, record: Recorded) => {
    // Both processes of a lease that has ended give the same id.
    const hash = createHash('sha256').update(`${id} ${key}`).digest('hex').slice(0, 32);
    const sent = { name, to, message, hash, about };
    const { isTaken, reason: failure } = await sendKept(dependencies, sent);
    const now = clocks.wall();
    if (isTaken) {
      await storage.recordSent(database, id, { now, ...record });
    } else {
      log.warn({ recipient: id, reason: failure }, 'An alert was not accepted.');
      await storage.recordFailure(database, id, { now, dueAt: nextTry(tries + 1, now), failure });
    }
    return isTaken;
  };
  const notices = await storage.readPending(database, id);
  if (notices.length > 0) {
    const message = alertMessage(notices, senderOf(dependencies), campaignAheadMs(clocks));
    const key = notices.map(({ kind, event, at }) => `${kind} ${event} ${at}`).join();
    const about = notices.map((one) => ({ ...one, text: titleOf(one) }));
    if (!(await send(message, key, about, { notices, reportedDay: undefined }))) return;
  }
  if (!isReportDue) return;
  const text = `Daily report of ${indianDate(dayStart(day))}`;
  const about = [{ kind: 'report', event: 'report', text }];
  await send(await composeReport(dependencies, day), day, about, { notices: [], reportedDay: day });
}

type Recorded = Omit<Parameters<typeof storage.recordSent>[2], 'now'>;
type About = SentMail['about'];
type Sent = { name: string; to: string; message: Message; hash: string; about: About };

/** Plugins keep what was sent to whom. */
export async function sendKept(
  { database, campaign, clocks, mail }: OverviewContext & Pick<AlertDependencies, 'mail'>,
  { name, to, message, hash, about }: Sent,
): Promise<MailOutcome> {
  const outcome = await sendMail(mail, to, message, hash);
  const refused = outcome.isTaken ? null : reasonInWords(outcome.reason);
  for (const { keepMails } of plugins) {
    const keep = await keepMails?.();
    await keep?.(database, campaign.id, { at: clocks.wall(), name, about, refused });
  }
  return outcome;
}

async function composeReport(dependencies: AlertDependencies, day: string): Promise<Message> {
  const { database, campaign } = dependencies;
  const overview = await overviewOf(dependencies, day);
  const alerts = await storage.readAlerts(database, campaign.id);
  return reportMessage({ ...overview, day, alerts }, senderOf(dependencies));
}
