// Shoppers who take part meanwhile: what hostile requests meet is then not an empty server.
import type { Answered, Shopper } from '../server/shopper/shopper.ts';

const states = ['Goa', 'Kerala', 'Tamil Nadu', 'Karnataka'] as const;

/** What was answered to one shopper, and must never change. */
export class HonestShopper {
  readonly shopper: Shopper;
  readonly #nextMobile: () => string;
  #mobile = '';
  #reward: unknown;

  constructor(shopper: Shopper, nextMobile: () => string) {
    this.shopper = shopper;
    this.#nextMobile = nextMobile;
  }

  /**
   * @param choice any whole number
   * @returns the answers; the codes of the protocol that they may have are up to the server
   */
  async step(choice: number): Promise<Answered> {
    const { shopper } = this;
    const state = states[choice % states.length] ?? 'Goa';
    if (this.#mobile === '' || choice % 23 === 0) return this.#begin(state);
    switch (choice % 9) {
      case 0:
        return shopper.call('verifyOtp', { otp: String(choice % 1_000_000).padStart(6, '0') });
      case 1:
        return shopper.call('resendOtp');
      case 2:
        return shopper.call('editDetails', {
          name: 'Asha Rao',
          state: 'Goa',
          city: 'Panaji',
          gender: 'female',
          age: '30',
        });
      case 3:
        return shopper.read('getDetails');
      case 4:
        return shopper.start();
      case 5:
        return shopper.call('recordConsent', { agree: 'YES' });
      case 6:
        return this.#verify();
      case 7:
        return shopper.call(choice % 2 === 0 ? 'eraseData' : 'withdrawConsent');
      default:
        return this.#spin();
    }
  }

  async #begin(state: string): Promise<Answered> {
    this.#mobile = this.#nextMobile();
    this.#reward = undefined;
    this.shopper.accessToken = undefined;
    return this.shopper.register(this.#mobile, state);
  }

  async #verify(): Promise<Answered> {
    // A used code is wiped, and a device that waits has none.
    const code = await this.shopper.code(this.#mobile).catch(() => '123456');
    return this.shopper.verifyWith(code);
  }

  async #spin(): Promise<Answered> {
    const answer = await this.shopper.call('getReward');
    if (answer.status !== 200) return answer;
    const { winType } = answer.resp;
    this.#reward ??= winType;
    if (this.#reward !== winType) throw new Error('A reward has changed.');
    return answer;
  }
}
