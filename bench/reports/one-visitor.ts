import { Client } from 'undici';
import { spreadOf, type Spread } from '../figures.ts';
import { Recorder } from '../journeys/shoppers/recorder.ts';
import { Shopper } from '../journeys/shoppers/shopper.ts';
import type { SmsGateway } from '../journeys/shoppers/sms-gateway.ts';

export type Visitor = {
  /** Journeys, one after another, until the work is done. @returns how long each took, ms */
  during(work: Promise<unknown>): Promise<Spread>;
};

/** A visitor with a new number each time. */
export function walkOneByOne(origin: string, gateway: Pick<SmsGateway, 'next'>): Visitor {
  let mobile = 6_000_000_000;
  return {
    async during(work) {
      const working = { isDone: false };
      const ended = () => {
        working.isDone = true;
      };
      work.then(ended, ended);
      const times: number[] = [];
      const client = new Client(origin, { pipelining: 1 });
      while (!working.isDone) {
        const from = performance.now();
        const tools = { client, gateway, recorder: new Recorder() };
        await new Shopper(String((mobile += 1)), tools).wholeJourney();
        times.push(performance.now() - from);
      }
      await client.close();
      await work;
      return spreadOf(times);
    },
  };
}
