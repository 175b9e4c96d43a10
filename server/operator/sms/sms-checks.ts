// What is missing before real SMS can be sent: one finding for each thing, with the mend.
import type { Dlt, ServerCampaign, SmsTemplate } from '@inaam/campaigns/loader/server-campaign.ts';
import { fillSmsSettings } from '@inaam/campaigns/sms/sms-template.ts';
import { codeLifetimeMs } from '../../rules/rate-limits.ts';
import type { SmsPathConfig } from '../../sms/paths/read-path-file.ts';
import { checkOf, type Finding } from '../doctor/finding.ts';
import { reachPath } from './reach-path.ts';

type Templates = readonly (readonly [name: string, template: SmsTemplate])[];

const templatesOf = ({ sms }: ServerCampaign): Templates => [
  ['the code', sms.otp],
  ...Object.entries(sms.vouchers).map(
    ([amount, template]) => [`the voucher of Rs ${amount}`, template] as const,
  ),
];

/** With the host of the site and the life of a code, as `deliver` fills them in. */
export const filledOtp = (campaign: ServerCampaign, origin: string): SmsTemplate =>
  fillSmsSettings(campaign.sms.otp, {
    host: new URL(origin).hostname,
    minutes: codeLifetimeMs / 60_000,
  });

export function checkTemplates(campaign: ServerCampaign, origin: string): Finding[] {
  const text = checkOf('text of the code');
  const ids = checkOf('DLT ids');
  const examples = templatesOf(campaign).filter(([, { dlt }]) => isExample(dlt));
  return [
    isFilled(() => filledOtp(campaign, origin))
      ? text.ok('It fits one SMS with the host of PUBLIC_ORIGIN.')
      : text.fault(
          'The host of PUBLIC_ORIGIN does not fit the registered text.',
          'Use a host of 40 characters or fewer, without a port.',
        ),
    examples.length === 0
      ? ids.ok('Each text has ids of its own.')
      : ids.fault(
          `Those of ${examples.map(([name]) => name).join(', ')} are examples: operators drop such SMS.`,
          'Write the registered ids into sms.json of the campaign.',
        ),
  ];
}

/** Real ids have no long row of zeros. */
const isExample = ({ entityId, templateId }: Dlt) => /0{10}/.test(`${entityId} ${templateId}`);

function isFilled(fill: () => unknown): boolean {
  try {
    fill();
    return true;
  } catch {
    return false;
  }
}

export async function checkPaths(
  campaign: ServerCampaign,
  paths: readonly SmsPathConfig[],
): Promise<Finding[]> {
  const second = checkOf('second path');
  const forCodes = paths.filter(({ sends }) => sends.includes('codes'));
  const found = await Promise.all(paths.map((path) => checkPath(campaign, path)));
  return [
    ...found.flat(),
    forCodes.length > 1
      ? second.ok('Codes have one, for when the first fails.')
      : second.warning(
          'Codes have none: when the path fails, nobody can register.',
          'Add a path of another provider that sends codes.',
        ),
  ];
}

async function checkPath(campaign: ServerCampaign, path: SmsPathConfig): Promise<Finding[]> {
  const reach = checkOf(`path ${path.name}`);
  const receipts = checkOf(`receipts of ${path.name}`);
  const problem = await reachPath(path);
  return [
    ...checkOwnTemplates(campaign, path),
    problem === undefined
      ? reach.ok('It is reached.')
      : reach.fault(
          `It is not reached: ${problem}.`,
          'Check host, port, certificate and firewall, and what the provider must allow.',
        ),
    path.hasReceipts
      ? receipts.ok('It sends them.')
      : receipts.warning(
          'It sends none: nobody will know whether a voucher has arrived.',
          'Add receipts to the path (docs/recipes/sms-paths.md).',
        ),
  ];
}

/** For providers with template ids of their own. */
function checkOwnTemplates(campaign: ServerCampaign, path: SmsPathConfig): Finding[] {
  if (!JSON.stringify(path.gateway).includes('{providerTemplate}')) return [];
  const own = checkOf(`templates of ${path.name}`);
  const missing = templatesOf(campaign).filter(
    ([, { dlt }]) => !Object.hasOwn(path.values.templates, dlt.templateId),
  );
  return [
    missing.length === 0
      ? own.ok('The provider’s id of each is there.')
      : own.fault(
          `The provider’s id is missing of ${missing.map(([name]) => name).join(', ')}.`,
          'Write it into templates of the path, by its DLT template id.',
        ),
  ];
}
