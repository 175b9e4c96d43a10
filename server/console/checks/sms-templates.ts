// Whether the registered texts can be sent from a deployment: one finding for each thing.
import type { ServerCampaign, SmsTemplate } from '@inaam/campaigns/loader/server-campaign.ts';
import { isExampleId } from '@inaam/campaigns/validation/launch-checks.ts';
import { fillSmsSettings, partsWithLongest } from '@inaam/campaigns/sms/sms-template.ts';
import { codeLifetimeMs } from '../../codes/rate-limits.rules.ts';
import { checkOf, type Finding } from './finding.ts';

type Templates = readonly (readonly [name: string, template: SmsTemplate])[];

/** By the name that people use for it. */
export const templatesOf = ({ sms }: ServerCampaign): Templates => [
  ['the code', sms.otp],
  ...Object.entries(sms.vouchers).map(
    ([amount, template]) => [`the voucher of Rs ${amount}`, template] as const,
  ),
];

/** Filled in with the site's host and the life of a code, as `deliver` does. */
export const filledOtp = (campaign: ServerCampaign, origin: string): SmsTemplate =>
  fillSmsSettings(campaign.sms.otp, {
    host: new URL(origin).hostname,
    minutes: codeLifetimeMs / 60_000,
  });

export function checkTemplates(campaign: ServerCampaign, origin: string): Finding[] {
  const text = checkOf('text of the code');
  const ids = checkOf('DLT ids');
  const examples = templatesOf(campaign).filter(
    ([
      ,
      {
        dlt: { entityId, templateId },
      },
    ]) => [entityId, templateId].some(isExampleId),
  );
  return [
    ...checkParts(campaign),
    isFilled(() => filledOtp(campaign, origin))
      ? text.ok('It takes the host of PUBLIC_ORIGIN.')
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

/** Only of texts outside GSM-7: a text within it has to fit one SMS. */
function checkParts(campaign: ServerCampaign): Finding[] {
  const long = templatesOf(campaign).flatMap(([name, template]) => {
    const kind = template === campaign.sms.otp ? 'otp' : 'voucher';
    const parts = partsWithLongest(kind, template.text);
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

function isFilled(fill: () => unknown): boolean {
  try {
    fill();
    return true;
  } catch {
    return false;
  }
}
