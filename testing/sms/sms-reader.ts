import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

export type SmsReader = {
  /** @returns the one-time code; undefined if it is another message */
  code: (text: string) => string | undefined;
  /** @returns the voucher's code and rupees; undefined if it is another message */
  voucher: (text: string) => { amount: number; code: string } | undefined;
};

/** Reads a campaign's SMS by its own templates, so that no test repeats their words. */
export function smsReader({ sms }: Pick<ServerCampaign, 'sms'>): SmsReader {
  const otp = patternOf(sms.otp.text);
  const vouchers = Object.entries(sms.vouchers).map(([amount, { text }]) => ({
    amount: Number(amount),
    pattern: patternOf(text),
  }));
  return {
    code: (text) => codeBy(otp, text),
    voucher: (text) => {
      for (const { amount, pattern } of vouchers) {
        const code = codeBy(pattern, text);
        if (code !== undefined) return { amount, code };
      }
      return undefined;
    },
  };
}

/** What stands in a placeholder's place; where one repeats, the same. */
function patternOf(template: string): RegExp {
  const seen = new Set<string>();
  const pieces = template.split(/\{(\w+)\}/).map((piece, place) => {
    if (place % 2 === 0) return piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    if (seen.has(piece)) return String.raw`\k<${piece}>`;
    seen.add(piece);
    return `(?<${piece}>[^\n]+?)`;
  });
  return new RegExp(`^${pieces.join('')}$`);
}

const codeBy = (pattern: RegExp, text: string) => pattern.exec(text)?.groups?.['code'];
