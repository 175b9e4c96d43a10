import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import type { SmsTemplate } from '@inaam/campaigns/schema/folder-schema.ts';
import { renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import { readSmsConfig, type SmsCommandConfig } from '../../operator/settings/operator-config.ts';
import { httpProvider } from '../../sms/gateway/http-provider.ts';
import { type SendOutcome, sendWithLimit } from '../../sms/provider.ts';
import { recordAudit, type Audit } from '../../database/audit-log.ts';
import type { Database } from '../../database/database.ts';
import { commandOf, textOption } from '../../operator/add-command.ts';
import { operatorOf, whoAndWhy } from '../../operator/options.ts';
import { UsageError, type CommandResult } from '../../operator/command-context.ts';
import { readMobile } from '../../operator/read-mobile.ts';
import { filledTemplate, checkTemplates, checkPaths } from './sms-checks.ts';
import { withOpenDatabase } from '../../operator/with-database.ts';
import { ConfigError, type Variables } from '../../operator/settings/program-config.ts';
import { checkOf, type Finding } from '../../platform/finding.ts';
import { doctorReport } from './doctor.command.ts';

/** Nobody's code: none was requested. */
const digits = '123456';
const limitMs = 15_000;
const unrecorded =
  '\nThe answer could not be written into the audit log, so `launch` will ask for it again.';

export const addSmsTry = commandOf({
  detail:
    'The registered text of the code, with 123456 in it. Your number is typed or piped in, and stored nowhere. Run it with the SMS_ variables of `deliver`, once for each path. It costs one SMS.',
  examples: ['sms try --why "before the launch"', 'sms try --path operator --why "new account"'],
  shape: {
    path: textOption('--path <name>', 'the path to use; by default the first that sends codes'),
    ...whoAndWhy,
  },
  run: async ({ path: name, ...who }, { context }) => {
    const config = readSmsConfig(context.variables);
    const path = pathOf(config, name);
    return withOpenDatabase(context, config, async ({ database, clocks }) => {
      const operator = operatorOf(who, clocks.wall());
      const to = await readMobile(context);
      const { sms } = await loadLaunched(config.campaign);
      const template = filledTemplate(sms.otp, config.publicOrigin);
      // Recorded first: every SMS that was sent must have its row, whatever happens afterwards.
      const details = { path: path.name };
      const audit = { campaign: config.campaign, command: 'sms try', operator, details };
      await recordAudit(database, audit);
      const outcome = await send(template, path, to);
      const isRecorded = await recordAnswer(database, audit, template, outcome);
      return resultOf(config.campaign, path.name, outcome, isRecorded);
    });
  },
});

function pathOf({ paths }: SmsCommandConfig, name: string | undefined) {
  const found = paths.find((path) =>
    name === undefined ? path.sends.includes('codes') : path.name === name,
  );
  if (found) return found;
  const names = paths.map((path) => path.name).join(', ');
  throw new UsageError(`There is no such path. SMS_PATHS_FILE has: ${names}.`);
}

function send(
  template: SmsTemplate,
  path: SmsCommandConfig['paths'][number],
  to: string,
): Promise<SendOutcome> {
  const variables = { code: digits };
  const text = renderSms(template, variables);
  const { dlt, category } = template;
  const sms = { id: crypto.randomUUID(), to, text, variables, template: dlt, category };
  return sendWithLimit(httpProvider(path.gateway, path.values), sms, limitMs);
}

/**
 * For `launch`: this text was accepted by this path.
 * @returns false if it could not be stored: the person still learns what the provider said
 */
async function recordAnswer(
  database: Database,
  audit: Audit,
  { dlt }: SmsTemplate,
  { kind }: SendOutcome,
): Promise<boolean> {
  const details = { ...audit.details, answer: kind, template: dlt.templateId };
  try {
    await recordAudit(database, { ...audit, details });
    return true;
  } catch {
    return false;
  }
}

function resultOf(
  campaign: string,
  path: string,
  outcome: SendOutcome,
  isRecorded: boolean,
): CommandResult {
  const said = {
    accepted: 'accepted it: look at your phone. If nothing arrives, ask about the reference.',
    refusedPermanently: 'refused it permanently.',
    refusedForNow: 'did not accept it.',
    throttled: 'did not accept it: too many are being sent.',
    unknown: 'did not say whether it was accepted.',
  }[outcome.kind];
  const facts =
    outcome.kind === 'accepted'
      ? `Reference: ${outcome.reference ?? 'none, so its receipts cannot be matched'}`
      : `Reason: ${outcome.reason}`;
  return {
    text: `The path ${path} ${said}\n${facts}${isRecorded ? '' : unrecorded}`,
    json: { campaign, path, ...outcome },
    failed: outcome.kind !== 'accepted',
  };
}

export const addSmsCheck = commandOf({
  detail:
    'Settings, the file of paths, DLT ids, texts, the providers’ own template ids, whether each path is reached, a second path for codes, receipts. Run it with the SMS_ variables of `deliver`. It sends nothing and needs no running database. The exit code is 1 if there is a fault.',
  examples: ['sms check', 'sms check --json'],
  shape: {},
  run: async (_options, { context }) => {
    const { campaign, findings } = await examineSms(context.variables);
    return doctorReport(campaign, findings);
  },
});

/** `paths`: their names; undefined if the settings are at fault. */
export async function examineSms(
  variables: Variables,
): Promise<{ campaign: string; findings: Finding[]; paths?: string[] }> {
  const settings = checkOf('settings');
  let config: SmsCommandConfig;
  try {
    config = readSmsConfig(variables);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const findings = [settings.fault(error.problems.join(' '))];
    return { campaign: variables['CAMPAIGN'] ?? '', findings };
  }
  const campaign = await loadLaunched(config.campaign);
  const findings: Finding[] = [
    settings.ok('The file of paths is complete.'),
    ...checkTemplates(campaign, config.publicOrigin),
    ...(await checkPaths(campaign, config.paths)),
  ];
  return { campaign: campaign.id, findings, paths: config.paths.map(({ name }) => name) };
}
