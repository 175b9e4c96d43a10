// The messages on the demonstration's phone, read by the campaign's own templates.
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { smsReader } from '@inaam/testing/sms/sms-reader.ts';
import { productCampaign, productUrl } from './product-url.ts';

const messagesSchema = z.array(
  z.object({ to: z.string(), text: z.string(), at: z.iso.datetime() }),
);

/** @param origin of a demonstration of the campaign */
export function smsInbox(origin: () => string, campaign: () => string) {
  const reading = async () => smsReader(await loadCampaign(campaign()));
  /** Newest first. */
  const smsTo = async (mobile: string): Promise<string[]> => {
    const response = await fetch(`${origin()}/demo/messages?to=${mobile}`);
    return messagesSchema.parse(await response.json()).map(({ text }) => text);
  };
  /** What `read` finds in the newest SMS of a kind, once there are that many. */
  const once = <Found>(count: number, mobile: string, read: (text: string) => Found | undefined) =>
    waitUntil(async () => {
      const found = (await smsTo(mobile)).flatMap((text) => read(text) ?? []);
      return found.length === count ? found[0] : undefined;
    });
  return {
    smsTo,
    /** @param sms how many with a code the number has got */
    readCode: async (mobile: string, sms = 1): Promise<string> =>
      once(sms, mobile, (await reading()).code),
    readVoucher: async (mobile: string): Promise<{ text: string; amount: number }> => {
      const { voucher } = await reading();
      return once(1, mobile, (text) => {
        const found = voucher(text);
        return found && { text, amount: found.amount };
      });
    },
  };
}

export const { smsTo, readCode, readVoucher } = smsInbox(productUrl, productCampaign);

export function wrongCode(code: string): string {
  return code === '111111' ? '222222' : '111111';
}
