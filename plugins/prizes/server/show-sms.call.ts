import { fill } from '@inaam/campaigns/public/fill.ts';
import { smsSegmentsOf } from '@inaam/campaigns/sms/segments.ts';
import { registeredText, segmentsOfLongest, smsDate } from '@inaam/campaigns/sms/sms-template.ts';
import type { ConsoleHandler } from '@inaam/server/console/context.ts';
import { promisedUntil } from '@inaam/server/vouchers/voucher-validity.rules.ts';

export const showSms: ConsoleHandler<'showSms'> = (context, { kind, language, text }) => {
  const { clocks, publicOrigin } = context;
  const sample = fill(text, {
    host: new URL(publicOrigin ?? 'https://rewards.example').hostname,
    minutes: 5,
    code: kind === 'otp' ? '123456' : 'SAMPLE-7K2P-93QX',
    validUntil: smsDate(promisedUntil(clocks.campaign()), isLanguage(language) ? language : 'en'),
  });
  const { encoding, ...counted } = smsSegmentsOf(sample);
  return Promise.resolve({
    sample,
    registered: registeredText({ text }),
    encoding: encoding === 'gsm7' ? 'GSM 7 bit' : 'Unicode',
    ...counted,
    segmentsMost: segmentsOfLongest(kind, text),
  });
};

const isLanguage = (tag: string) => /^[a-z]{2,3}$/.test(tag);
