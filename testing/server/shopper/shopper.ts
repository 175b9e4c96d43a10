// A shopper on a device, who reads the code from the database, like the SMS sender.
import { sealContexts } from '@inaam/server/platform/seal.ts';
import { newestCode, newestSms } from '../database/database-queries.ts';
import type { TestServer } from '../app/test-server.ts';
import { Device, type Answered, type Site } from './device.ts';

export type ShopperServer = Pick<TestServer, 'database' | 'campaign' | 'keys'> & Site;

export class Shopper extends Device {
  readonly server: ShopperServer;

  constructor(server: ShopperServer) {
    super(server);
    this.server = server;
  }

  /** The code that the SMS to this device would contain. */
  async code(mobile: string): Promise<string> {
    const { database, campaign, keys } = this.server;
    const mobileIndex = keys.mobileIndex(mobile);
    const sealed = await newestCode(database, campaign.id, this.userKey, mobileIndex);
    return keys.open(sealed, sealContexts.codeRequestCode(this.userKey, mobileIndex));
  }

  /** The newest code sent to the mobile number, from any device: what its owner reads. */
  async newestCode(mobile: string): Promise<string | undefined> {
    return (await this.newestCodes(mobile, 1))[0];
  }

  /** The codes of the newest SMS, newest first. */
  async newestCodes(
    mobile: string,
    count: number,
    until = this.server.time.wall,
  ): Promise<string[]> {
    const { database, campaign, keys } = this.server;
    const mobileIndex = keys.mobileIndex(mobile);
    const all = await newestSms(database, campaign.id, mobileIndex, until, count);
    return all.flatMap(({ userKey, guardedAt, codeSealed }) => {
      if (!codeSealed) return [];
      const context =
        guardedAt === undefined
          ? sealContexts.codeRequestCode(userKey, mobileIndex)
          : sealContexts.guardedCode(mobileIndex, String(guardedAt));
      return [keys.open(codeSealed, context)];
    });
  }

  /** Registers and verifies; stores the access token. */
  async verify(mobile: string, state = 'Karnataka'): Promise<Answered> {
    await this.register(mobile, state);
    return this.verifyWith(await this.code(mobile));
  }

  /** Verifies a new number, up to the reward. */
  async win(state: string): Promise<{ mobile: string; won: number }> {
    const mobile = newMobile();
    await this.verify(mobile, state);
    const { resp } = await this.call('getReward');
    return { mobile, won: Number(resp['winType']) };
  }

  /** The answer without the sentence of a refusal. */
  async brief(...sent: Parameters<Device['call']>) {
    const { status, resp } = await this.call(...sent);
    const { statusCode: _code, message: _sentence, ...others } = resp;
    return { status, ...others };
  }
}

let number = 0;
/** Unique within the test file. */
export function newMobile(): string {
  number += 1;
  return String(9_000_000_000 + number);
}
