// What is missing at the providers before real SMS can be sent: one finding per item.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { SmsPathConfig } from '../../sms/paths/path-schema.ts';
import { checkOf, type Finding } from './finding.ts';
import { templatesOf } from './sms-templates.ts';
import { reachPath } from './reach-path.ts';

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

/** For providers that have their own template ids. */
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
