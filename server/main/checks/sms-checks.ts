// What is missing at the providers before real SMS can be sent: one finding per item.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { SmsTemplate } from '@inaam/campaigns/schema/folder-schema.ts';
import type { SmsPathConfig } from '../../sms/paths/path-schema.ts';
import { checkOf, type Finding } from '../../platform/finding.ts';
import { once } from 'node:events';
import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { errorCode } from '../../platform/errors.ts';
import { isExampleId } from '@inaam/campaigns/validation/launch-checks.ts';
import { fillSmsSettings, segmentsOfLongest } from '@inaam/campaigns/sms/sms-template.ts';
import { codeLifetimeMs } from '../../codes/rate-limits.rules.ts';

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
      ? second.ok('There is one for codes, in case the first fails.')
      : second.warning(
          'There is none for codes: if the path fails, nobody can register.',
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
      ? reach.ok('It can be reached.')
      : reach.fault(
          `It cannot be reached: ${problem}.`,
          'Check host, port, certificate and firewall, and what the provider must allow.',
        ),
    path.hasReceipts
      ? receipts.ok('It sends them.')
      : receipts.warning(
          'It sends none: nobody will know whether a voucher has arrived.',
          'Add receipts to the path (docs/make/gateways.md).',
        ),
  ];
}

/** For providers that assign their own template ids. */
function checkOwnTemplates(campaign: ServerCampaign, path: SmsPathConfig): Finding[] {
  if (!JSON.stringify(path.gateway).includes('{providerTemplate}')) return [];
  const own = checkOf(`templates of ${path.name}`);
  const missing = templatesOf(campaign).filter(
    ([, { dlt }]) => !Object.hasOwn(path.values.templates, dlt.templateId),
  );
  return [
    missing.length === 0
      ? own.ok('Each template has the provider’s id.')
      : own.fault(
          `The provider’s id is missing for ${missing.map(([name]) => name).join(', ')}.`,
          'Write it into templates of the path, by its DLT template id.',
        ),
  ];
}

// Whether a path can be reached: connects, and sends nothing.

const patienceMs = 8000;

/** @returns the problem in a few words without values; undefined if the path can be reached */
async function reachPath({ gateway }: SmsPathConfig): Promise<string | undefined> {
  try {
    await connectTo(new URL(gateway.address));
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

async function connectTo({ protocol, hostname, port }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'https:';
  const to = { host, port: Number(port || (isTls ? 443 : 80)) };
  const socket = isTls
    ? connectTls({ ...to, ...(isIP(host) === 0 ? { servername: host } : {}) })
    : connectPlain(to);
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', {
      signal: AbortSignal.timeout(patienceMs),
    });
  } finally {
    socket.destroy();
  }
}

// Whether the registered texts can be sent from a deployment: one finding per item.

type Templates = readonly (readonly [name: string, template: SmsTemplate])[];

/** By the names that people use for them. */
export const templatesOf = ({ sms }: ServerCampaign): Templates => [
  ['the code', sms.otp],
  ...Object.entries(sms.vouchers).map(
    ([amount, template]) => [`the voucher of Rs ${amount}`, template] as const,
  ),
];

/** With the site's host and the code's lifetime, as `deliver` fills them in. */
export const filledTemplate = (template: SmsTemplate, origin: string): SmsTemplate =>
  fillSmsSettings(template, {
    host: new URL(origin).hostname,
    minutes: codeLifetimeMs / 60_000,
  });

/** Where PUBLIC_ORIGIN is not known. */
export const exampleHost = 'https://win.example';

export function checkTemplates(campaign: ServerCampaign, origin: string): Finding[] {
  const text = checkOf('text of the code');
  const ids = checkOf('DLT ids');
  const examples = templatesOf(campaign).filter(([, { dlt }]) =>
    [dlt.entityId, dlt.templateId].some(isExampleId),
  );
  return [
    ...checkParts(campaign),
    ifAccepted(() => filledTemplate(campaign.sms.otp, origin))
      ? text.ok('It takes the host of PUBLIC_ORIGIN.')
      : text.fault(
          'The host of PUBLIC_ORIGIN does not fit the registered text.',
          'Use a host of 40 characters or fewer, without a port.',
        ),
    examples.length === 0
      ? ids.ok('Each text has different ids.')
      : ids.fault(
          `Those of ${examples.map(([name]) => name).join(', ')} are examples: operators drop such SMS.`,
          'Write the registered ids into sms.json of the campaign.',
        ),
  ];
}

/** Only for texts outside GSM-7: a text within it must fit one SMS. */
function checkParts(campaign: ServerCampaign): Finding[] {
  const long = templatesOf(campaign).flatMap(([name, template]) => {
    const kind = template === campaign.sms.otp ? 'otp' : 'voucher';
    const parts = segmentsOfLongest(kind, template.text);
    return parts > 1 ? [`${name} up to ${parts}`] : [];
  });
  if (long.length === 0) return [];
  return [
    checkOf('SMS of each text').warning(
      `A text that is not in GSM 7 bit takes several SMS: ${long.join(', ')}.`,
      'Set SMS_PRICE_PAISE to what all SMS of a code cost, or shorten the texts to 70 letters.',
    ),
  ];
}

/** Null if the template does not accept these values. */
export function ifAccepted<Filled>(fill: () => Filled): Filled | null {
  try {
    return fill();
  } catch {
    return null;
  }
}
