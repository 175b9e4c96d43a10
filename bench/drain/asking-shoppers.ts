// Shoppers who arrive at a steady rate and request a code while vouchers are sent.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { Recorder, type Recorded } from '../journeys/shoppers/recorder.ts';
import { Shopper } from '../journeys/shoppers/shopper.ts';
import { JourneyError, type SmsGateway } from '../journeys/shoppers/sms-gateway.ts';

export type Asked = {
  /** From the browser's request to the provider, ms. */
  getOtpToSms: Recorded['steps'][string] | undefined;
  signIns: number;
  errors: Recorded['errors'];
};

/**
 * @param firstMobile of ever higher ones
 * @returns what ends their coming, and waits for the last of them
 */
export function letShoppersAsk(
  origin: string,
  gateway: Pick<SmsGateway, 'next'>,
  { perSecond, firstMobile }: { perSecond: number; firstMobile: number },
): () => Promise<Asked> {
  const recorder = new Recorder();
  recorder.isOpen = true;
  const ending = new AbortController();
  const signIn = async (place: number) => {
    const client = new Client(origin, { pipelining: 1 });
    try {
      const tools = { client, gateway, recorder };
      await new Shopper(String(firstMobile + place), tools).signIn();
      recorder.journey();
    } catch (error) {
      recorder.error(error instanceof JourneyError ? error.kind : 'connection');
    } finally {
      await client.close();
    }
  };
  const arrive = async () => {
    const from = performance.now();
    const underWay: Promise<void>[] = [];
    while (!ending.signal.aborted) {
      const dueMs = from + (1000 * underWay.length) / perSecond - performance.now();
      if (dueMs > 0) await pause(dueMs);
      underWay.push(signIn(underWay.length));
    }
    await Promise.all(underWay);
  };
  const arriving = arrive();
  return async () => {
    ending.abort();
    await arriving;
    const { journeys, steps, errors } = recorder.result();
    return { getOtpToSms: steps['Get OTP to SMS'], signIns: journeys, errors };
  };
}
