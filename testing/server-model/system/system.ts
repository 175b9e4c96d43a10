// The real server with devices, their codes and captured calls; compares each response with the
// model's.
import type { Answered, SignedCall } from '../../server/shopper/device.ts';
import { questionIdOf } from '../../server/shopper/asked-shopper.ts';
import { Shopper } from '../../server/shopper/shopper.ts';
import type { TestServer } from '../../server/app/test-server.ts';
import { Deliveries } from './deliveries.ts';
import type { CommitNumber, LostCommits } from './lost-commits.ts';
import type { PackBatch } from './pack-batch.ts';
import type { Model } from '../model/model.ts';
import type { Token } from '../model/participants.ts';

export type Expected = ReturnType<Model['consent']>;
export type Compare = (expected: Expected, answer: Answered) => void;
type Given = {
  server: TestServer;
  devices: number;
  mobiles: ReadonlyMap<string, string>;
  compare: Compare;
  lostCommits: LostCommits;
  packs: PackBatch | undefined;
};
type Captured = {
  at: number;
  name: SignedCall;
  data: string;
  t: number;
  token: string | undefined;
  /** Expected response to a replay. */
  again: (model: Model) => Promise<Expected> | Expected;
};

export class System {
  readonly server: TestServer;
  readonly shoppers: readonly Shopper[];
  readonly captured: Captured[] = [];
  readonly deliveries: Deliveries;
  readonly packs: PackBatch | undefined;
  /** Of the next call. */
  losesCommit: CommitNumber | undefined;
  readonly #lostCommits: LostCommits;
  readonly #codes = new Map<string, { text: string; expiresAt: number }>();

  readonly #mobiles: ReadonlyMap<string, string>;

  /** Throws unless the response is the expected one. */
  readonly compare: Compare;

  /** @param mobiles maps the run's numbers to numbers that no other run uses */
  constructor(given: Given) {
    const { server, devices, mobiles, compare, lostCommits, packs } = given;
    this.server = server;
    this.packs = packs;
    this.deliveries = new Deliveries(server, mobiles);
    this.#lostCommits = lostCommits;
    this.compare = compare;
    this.#mobiles = mobiles;
    this.shoppers = Array.from({ length: devices }, () => new Shopper(server));
  }

  shopper(at: number): Shopper {
    const shopper = this.shoppers[at];
    if (!shopper) throw new Error(`The run has no device ${at}.`);
    return shopper;
  }

  mobile(name: string): string {
    const mobile = this.#mobiles.get(name);
    if (mobile === undefined) throw new Error(`The run has no number "${name}".`);
    return mobile;
  }

  /** Moves the server's clock to the model's. */
  follow(model: Model): void {
    this.server.time.wall = model.now;
    this.server.time.campaign = model.campaign;
  }

  /**
   * The code of a device's newest registration. A used one is deleted from the store, and known
   * from before.
   * @throws if a valid code was replaced, or an expired one sent again
   */
  async codeOf(model: Model, at: number): Promise<string | undefined> {
    const { newest } = model.device(at);
    if (!newest?.code) return undefined;
    const { usedAt, expiresAt, text: passed } = newest.code;
    if (passed !== undefined) return passed;
    const key = `${at} ${newest.mobile}`;
    const known = this.#codes.get(key);
    if (usedAt !== undefined) return known?.text;
    const text = await this.shopper(at).code(this.mobile(newest.mobile));
    if (known && (known.text === text) !== (known.expiresAt === expiresAt)) {
      throw new Error(
        `The code of ${key} is ${known.text === text ? 'still' : 'no longer'} the same.`,
      );
    }
    this.#codes.set(key, { text, expiresAt });
    return text;
  }

  /** The number's own code sent at that time. */
  guardedCode(name: string, sent: number): string {
    const { keys } = this.server;
    return keys.guardedCode(keys.mobileIndex(this.mobile(name)), sent);
  }

  /** Signs, sends and compares; stores a copy of the call. */
  async call(
    model: Model,
    at: number,
    name: SignedCall,
    sent: {
      fields?: Record<string, unknown>;
      token?: Token | undefined;
      /** When it was signed, if not now: a call may be delayed. */
      t?: number | undefined;
      expect: (model: Model, t: number) => Promise<Expected> | Expected;
    },
  ): Promise<Answered> {
    const { t = model.now } = sent;
    const isUsed = model.device(at).newest?.code?.usedAt !== undefined;
    const data = this.shopper(at).signed(sent.fields ?? {}, { t });
    const token = sent.token?.text;
    const again = (later: Model) => sent.expect(later, t);
    const expected = await again(model);
    const copy = { at, name, data, t, token, again };
    this.captured.push(copy);
    // To the server, a counted try of a used code looks like one that succeeded.
    const isUndecided = name === 'verifyOtp' && isUsed && this.losesCommit === 1;
    const commit = isUndecided ? undefined : this.losesCommit;
    const { result: answer, lost } = await this.#lostCommits.during(commit, () =>
      this.shopper(at).post(name, data, { token }),
    );
    if (lost) {
      this.compare({ status: 503 }, answer);
      this.losesCommit = undefined;
      // Only the try of a verification was counted. A refused one is repeated as a copy.
      const isRefused = ['tryAgain', 'invalidOtp', 'expiredOtp'].includes(expected.messageId ?? '');
      const isBegun = name === 'verifyOtp' && !lost.hasToken && !isRefused;
      return this.#askAgain(model, copy, isBegun ? expected : undefined);
    }
    this.compare(expected, answer);
    this.note(model, sent.token, answer);
    return answer;
  }

  /**
   * The device does not know the outcome of its call, and repeats it.
   * @param owed what is owed to a call that had only begun
   */
  async #askAgain(model: Model, copy: Captured, owed: Expected | undefined): Promise<Answered> {
    if (!owed) {
      const made = model.tokens.find(({ text }) => text === '');
      if (made) made.isLost = true;
      return this.replay(model, copy);
    }
    const answer = await this.shopper(copy.at).post(copy.name, copy.data, copy);
    this.compare(owed, answer);
    this.note(model, undefined, answer);
    return answer;
  }

  async replay(model: Model, copy: Captured): Promise<Answered> {
    const expected = await model.fresh(copy.t, () => copy.again(model));
    const answer = await this.shopper(copy.at).post(copy.name, copy.data, copy);
    this.compare(expected, answer);
    const holder = model.tokens.find(({ text }) => text === copy.token);
    this.note(model, holder, answer);
    return answer;
  }

  /** Reads what only the server knows: the token it issued, the reward it drew. */
  note(model: Model, holder: Token | undefined, { resp }: Answered): void {
    const { accessToken, winType } = resp;
    const made = model.tokens.find(({ text }) => text === '');
    if (made && typeof accessToken === 'string') made.text = accessToken;
    if (holder && winType !== undefined) model.won(holder, Number(winType));
    const asked = holder?.participant?.question;
    const id = questionIdOf(resp['question']);
    if (asked && id !== undefined) asked.id = id;
  }
}
