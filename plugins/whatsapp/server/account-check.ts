// What `doctor` and `launch` ask the Cloud API: the token, the number and the templates.
import { checkOf, type Finding } from '@inaam/server/platform/finding.ts';
import { settingsOf, type Variables } from '@inaam/server/operator/settings/read-settings.ts';
import { done, fault, type Found } from '@inaam/server/main/checks/launch.rules.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { WhatsApp } from '../campaign.ts';
import { accountOf, type Account } from '../settings.ts';
import { readPhone, readTemplates } from './cloud-api.ts';
import { spelled } from './cloud-answer.rules.ts';
import { templateProblems } from './templates.rules.ts';

const noSettings =
  'The campaign has whatsapp.json, and `deliver` has no WHATSAPP_TOKEN here: all goes by SMS.';
const mendSettings =
  'Set it with WHATSAPP_PHONE_ID and WHATSAPP_ACCOUNT_ID (plugins/whatsapp/guide.md).';

/** Of the settings of `deliver`. */
export async function checkAccount(variables: Variables): Promise<Finding> {
  const whatsapp = checkOf('whatsapp');
  const account = accountOf(variables);
  if (!account) return whatsapp.warning(noSettings, mendSettings);
  const phone = await readPhone(account);
  if (!('read' in phone)) {
    const why = phone.code === undefined ? phone.reason : spelled(phone.code);
    return whatsapp.fault(
      `The Cloud API does not answer for this token and number (${why}).`,
      'Compare WHATSAPP_TOKEN and WHATSAPP_PHONE_ID with the WhatsApp Manager.',
    );
  }
  const { quality_rating: quality = 'unknown', messaging_limit_tier: tier = 'unknown' } =
    phone.read;
  const found = `The number is known; quality ${quality}, messaging limit ${tier}.`;
  if (quality === 'RED') {
    return whatsapp.warning(found, 'WhatsApp lowers the limit next. Find out who blocks us.');
  }
  const paise = Number(variables['WHATSAPP_CODE_PAISE'] ?? 0);
  if (paise > Number(variables['SMS_PRICE_PAISE'] ?? 0) && variables['SMS_PRICE_PAISE']) {
    return whatsapp.warning(
      `${found} A code by WhatsApp costs more than SMS_PRICE_PAISE, by which the budget counts.`,
      'Set SMS_PRICE_PAISE to what the dearer way costs, or both where many codes take both.',
    );
  }
  return whatsapp.ok(found);
}

/** One line for each template that cannot be sent. */
async function problemsOf(account: Account, { code, voucher }: WhatsApp): Promise<string[]> {
  const wanted = [
    { ...code, category: 'AUTHENTICATION' as const, parameters: 1 },
    { ...voucher, category: 'UTILITY' as const, parameters: voucher.parameters.length },
  ];
  const problems = wanted.map(async (one) => {
    const stored = await readTemplates(account, one.template);
    if ('read' in stored) return templateProblems(one, stored.read.data);
    const why = stored.code === undefined ? stored.reason : spelled(stored.code);
    return [`The templates of the account cannot be read (${why}).`];
  });
  return (await Promise.all(problems)).flat();
}

export async function readTemplateStep(
  { whatsapp }: Pick<ServerCampaign, 'whatsapp'>,
  variables?: Variables,
): Promise<Found> {
  if (!whatsapp) return done('Not in this campaign.');
  const account = accountOf(variables ?? settingsOf('deliver'));
  if (!account) return { state: 'unseen', found: noSettings, todo: mendSettings };
  const problems = await problemsOf(account, whatsapp);
  return problems.length === 0
    ? done('The templates are approved, and have the parameters that are sent.')
    : fault(problems.join(' '), 'Correct them in the WhatsApp Manager or in whatsapp.json.');
}
