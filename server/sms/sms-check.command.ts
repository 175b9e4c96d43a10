import type { Command } from 'commander';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { readSmsConfig, type SmsCommandConfig } from '../main/settings/operator-config.ts';
import { ConfigError, type Variables } from '../main/settings/program-config.ts';
import { addCommand } from '../operator/add-command.ts';
import type { CommandResult, Session } from '../operator/command-context.ts';
import { checkOf, type Finding } from '../console/checks/finding.ts';
import { doctorReport } from '../operator/doctor.command.ts';
import { checkSendingHours } from '../console/checks/delivery-checks.ts';
import { checkTemplates, checkPaths } from '../console/checks/sms-checks.ts';

export function addSmsCheck(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail:
      'Settings, the file of paths, DLT ids, texts, their sending hours, the providers’ own template ids, whether each path is reached (SMPP is bound and unbound), a second path for codes, receipts. Run it with the SMS_ variables of `deliver`. It sends nothing and needs no running database. The exit code is 1 if there is a fault.',
    examples: ['sms check', 'sms check --json'],
    shape: {},
    run: () => checkSms(session.context.variables),
  });
}

async function checkSms(variables: Variables): Promise<CommandResult> {
  const { campaign, findings } = await examineSms(variables);
  return doctorReport(campaign, findings);
}

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
  const campaign = await loadCampaign(config.campaign);
  const findings: Finding[] = [
    settings.ok('The file of paths is complete.'),
    ...checkTemplates(campaign, config.publicOrigin),
    checkSendingHours(campaign, Date.now()),
    ...(await checkPaths(campaign, config.paths)),
  ];
  return { campaign: campaign.id, findings, paths: config.paths.map(({ name }) => name) };
}
