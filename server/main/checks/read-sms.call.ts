import type { SmsTemplate } from '@inaam/campaigns/schema/folder-schema.ts';
import { smsSegmentsOf } from '@inaam/campaigns/sms/segments.ts';
import { smsDate, registeredText, renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { promisedUntil } from '../../vouchers/voucher-validity.rules.ts';
import { checkOf } from '../../platform/finding.ts';
import {
  checkTemplates,
  exampleHost,
  filledTemplate,
  ifAccepted,
  templatesOf,
} from './sms-checks.ts';
import type { ConsoleHandler } from '../../console/context.ts';

type Answer = AnswerOf<'readSms'>;

const command = '`npx inaam sms check`';

export const readSms: ConsoleHandler<'readSms'> = (context) => {
  const { campaign, clocks, publicOrigin, signInLink } = context;
  const { sms } = campaign;
  const values = {
    code: '',
    validUntil: smsDate(promisedUntil(clocks.campaign()), sms.language),
  };
  const origin = publicOrigin ?? exampleHost;
  const text = checkOf('text of the code');
  const findings = [
    ...(publicOrigin === undefined
      ? [
          text.skipped(
            'The console does not know PUBLIC_ORIGIN, which is in the text.',
            `Set it for the console, or run ${command}.`,
          ),
          ...checkTemplates(campaign, origin).filter(({ check }) => check !== 'text of the code'),
        ]
      : checkTemplates(campaign, origin)),
    checkOf('paths').skipped(
      'It is not known here whether providers can be reached, know the templates and send receipts.',
      `Somebody with the settings of \`deliver\` can check it by ${command}.`,
    ),
  ];
  return Promise.resolve({
    language: sms.language,
    templates: templatesOf(campaign).map(([name, template]) => {
      const code = template === sms.otp ? '123456' : 'SAMPLE-7K2P-93QX';
      return shown(name, template, origin, { ...values, code });
    }),
    findings: findings.map(({ mend = null, ...finding }) =>
      finding.check === 'DLT ids' && finding.state === 'fault' && signInLink !== undefined
        ? { ...finding, state: 'warning', mend: 'A demonstration may have them.' }
        : { ...finding, mend },
    ),
  });
};

function shown(
  name: string,
  template: SmsTemplate,
  origin: string,
  values: Readonly<Record<string, string>>,
): Answer['templates'][number] {
  const sample = ifAccepted(() => renderSms(filledTemplate(template, origin), values));
  const { encoding, length, lengthMax, segments } = smsSegmentsOf(sample ?? template.text);
  return {
    name,
    ...template.dlt,
    category: template.category,
    registered: registeredText(template),
    sample,
    encoding: encoding === 'gsm7' ? 'GSM 7 bit' : 'UCS-2',
    length,
    lengthMax,
    segments,
  };
}
