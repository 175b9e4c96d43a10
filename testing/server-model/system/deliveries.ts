// A `deliver` worker scheduled by the seed: which job it takes, how the provider responds, and at
// which statement it is killed. The sending code is real; when a message is due is up to the seed.
import assert from 'node:assert/strict';
import { hasPurchases } from '@inaam/campaigns/loader/plugin-files.ts';
import { createDeliveryContext } from '@inaam/server/main/delivery/delivery-context.ts';
import { unclearPausesMs } from '@inaam/server/messages/delivery-limits.rules.ts';
import { DeliveryError } from '@inaam/server/messages/send-sms.job.ts';
import { sendOtp } from '@inaam/server/messages/send-otp.job.ts';
import { sendVoucher } from '@inaam/server/vouchers/send-voucher.job.ts';
import { singlePath } from '@inaam/server/sms/paths/sms-path.ts';
import type { Database } from '@inaam/server/database/database.ts';
import type { TestServer } from '../../server/app/test-server.ts';
import { claimLimits } from '../model/participants.ts';
import type { Model } from '../model/model.ts';
import { isUnclear, Phones, type ProviderAnswer } from './phones.ts';

/** The first statement leases a code or a voucher, the second records the response. */
export type Death = { at: 1 | 2; isDone: boolean };

/** `owner`: place of the pseudonym of a voucher. */
type Job = { messageId: string; kind: 'otp' | 'voucher'; name: string; owner: number };
/** Of a participation of a number, or of its bonus. */
type Owner = {
  name: string;
  pseudonym: Buffer;
  isBonus: boolean;
  rewardIn: (model: Readonly<Model>) => number | undefined;
};
type VoucherState = 'owed' | 'assigned' | 'sent' | 'failed';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const limits = { sendMs: 60_000, placeMs: 60_000 };

class Killed extends Error {}

export class Deliveries {
  readonly phones = new Phones();
  readonly #server: TestServer;
  readonly #mobiles: ReadonlyMap<string, string>;
  readonly #context;
  /** Expected state of each owner's voucher, once there is a reward. */
  readonly #states = new Map<number, VoucherState>();
  readonly #stock = new Map<number, number>();
  /** How often each message was handed over without a clear answer. */
  readonly #unclear = new Map<string, number>();
  readonly #owners: readonly Owner[];
  /** By name. */
  readonly #indexes: ReadonlyMap<string, Buffer>;
  #death: Death | undefined;
  #statements = 0;

  constructor(server: TestServer, mobiles: ReadonlyMap<string, string>) {
    this.#server = server;
    this.#mobiles = mobiles;
    const { campaign, keys, time } = server;
    this.#indexes = new Map([...mobiles].map(([name, mobile]) => [name, keys.mobileIndex(mobile)]));
    this.#owners = [...this.#indexes].flatMap(([name, index]) => ownersOf(name, index, keys));
    if (hasPurchases(campaign)) this.phones.vouchersMax = 2 * claimLimits.inAll;
    const context = createDeliveryContext(
      {
        database: this.#mortal(server.database),
        campaign,
        keys,
        clocks: { wall: () => time.wall, campaign: () => time.campaign },
        paths: [singlePath(this.phones.provider)],
        log: quiet,
        host: 'inaam.example',
      },
      limits,
    );
    // It may read the database at any time.
    this.#context = { ...context, reportNoStock: () => undefined };
  }

  /** Removes an earlier run's stock and messages. */
  async begin(): Promise<void> {
    const { database } = this.#server;
    await database.query(
      'update inaam.voucher set withdrawn_at = now() where pseudonym is null and withdrawn_at is null',
    );
    await database.query(
      `update inaam.message set state = 'settled', ended_at = now()
       where kind = 'voucher' and state in ('owed', 'assigned')`,
    );
    await database.query(
      `update inaam.message set state = 'lapsed', code_sealed = null where state = 'owed'`,
    );
  }

  /** Codes of an amount arrive. */
  async addStock(amount: number, count: number): Promise<void> {
    const { rowCount } = await this.#server.database.query(
      `update inaam.voucher set withdrawn_at = null where (campaign, code_index) in (
         select campaign, code_index from inaam.voucher
         where amount = $1 and pseudonym is null and withdrawn_at is not null limit $2)`,
      [amount, count],
    );
    assert.equal(rowCount, count, 'The simulation has no more voucher codes.');
    this.#stock.set(amount, (this.#stock.get(amount) ?? 0) + count);
  }

  /** In the order in which their messages were owed. */
  async jobs(): Promise<Job[]> {
    const { rows } = await this.#server.database.query<{
      id: string;
      kind: Job['kind'];
      owner: Buffer;
      is_bonus: boolean;
      owed_at: Date;
    }>({
      name: 'jobs of a simulation',
      text: `select id, kind, coalesce(pseudonym, mobile_index) as owner, is_bonus, owed_at
             from inaam.message where state in ('owed', 'assigned') order by kind`,
    });
    const indexes = [...this.#indexes];
    return rows
      .map(({ id: messageId, kind, owner: key, is_bonus, owed_at }) => {
        const owner = this.#owners.findIndex(
          ({ pseudonym, isBonus }) => isBonus === is_bonus && pseudonym.equals(key),
        );
        const place = indexes.findIndex(([, index]) => index.equals(key));
        const name = this.#owners[owner]?.name ?? indexes[place]?.[0] ?? '';
        return { messageId, kind, name, owner, place, at: Number(owed_at) };
      })
      .toSorted((a, b) => a.at - b.at || a.owner - b.owner || a.place - b.place);
  }

  /** @throws AssertionError if a phone gets what it should not, or the outcome differs */
  async work(model: Model, job: Job, answer: ProviderAnswer, death?: Death): Promise<void> {
    this.phones.answer = answer;
    this.phones.isCodeWanted = (mobile) => isCodeWanted(model, this.#nameOf(mobile));
    this.#death = death;
    this.#statements = 0;
    const { handedOver } = this.phones;
    const unclear = this.#unclear.get(job.messageId) ?? 0;
    const isGivenUp = unclear >= unclearPausesMs[job.kind].length;
    await this.#server.database.query({
      name: 'what is due in a simulation',
      text: `update inaam.message set leased_until = null,
               due_at = now() + case when id = $1 then 0 else 1 end * interval '1 hour'
             where state in ('owed', 'assigned')`,
      values: [job.messageId],
    });
    const outcome = await this.#send(job.kind).catch((error: unknown) => {
      if (error instanceof Killed) return 'killed';
      if (error instanceof DeliveryError) return 'again';
      throw error;
    });
    const isNoted = this.#statements > 2 || (this.#statements === 2 && (!death || death.isDone));
    const isHandedOver = this.phones.handedOver > handedOver;
    assert(!(isGivenUp && isHandedOver), 'A message is handed over too often.');
    const end = isGivenUp ? 'refusedPermanently' : answer;
    if (job.kind === 'voucher') this.#expect(model, job.owner, end, isNoted);
    if (isNoted && end === 'accepted') this.phones.note(job.messageId);
    if (isNoted && isHandedOver && isUnclear(answer)) {
      this.#unclear.set(job.messageId, unclear + 1);
    }
    this.#death = undefined;
    assert.notEqual(outcome, 'nothing', 'The message that is due was not found.');
  }

  async #send(kind: Job['kind']) {
    if (kind === 'otp') {
      const [code] = await this.#context.storage.leaseCodes(1);
      return code ? sendOtp(this.#context, code) : 'nothing';
    }
    const [voucher] = await this.#context.storage.takeVouchers(1);
    return voucher ? sendVoucher(this.#context, voucher) : 'nothing';
  }

  /** Each number has one reward and one voucher, in the owed states, and no money is lost. */
  async check(model: Model): Promise<void> {
    const { database, campaign } = this.#server;
    const pseudonyms = this.#owners.map(({ pseudonym }) => pseudonym);
    const areBonuses = this.#owners.map(({ isBonus }) => isBonus);
    const [stored, pools] = await Promise.all([
      database.query({
        name: 'rewards of a simulation',
        text: `select place::integer, reward.amount, message.state, voucher.amount as code
               from unnest($2::bytea[], $3::boolean[]) with ordinality as number (pseudonym, is_bonus, place)
               join inaam.reward using (pseudonym, is_bonus)
               left join inaam.message using (campaign, pseudonym, is_bonus)
               left join inaam.voucher using (campaign, pseudonym, is_bonus)
               where campaign = $1 order by place`,
        values: [campaign.id, pseudonyms, areBonuses],
      }),
      database.query({
        name: 'pools of a simulation',
        text: 'select pool from inaam.budget where planned <> granted + remaining or remaining < 0',
      }),
    ]);
    const owed = this.#owners.flatMap(({ rewardIn }, at) => {
      const amount = rewardIn(model);
      const state = this.#states.get(at) ?? 'owed';
      const code = state === 'owed' ? null : amount;
      return amount === undefined ? [] : [{ place: at + 1, amount, state, code }];
    });
    assert.deepEqual(stored.rows, owed, 'The rewards and vouchers are not those that are owed.');
    assert.deepEqual(pools.rows, [], 'A pool of the budget does not add up.');
  }

  /** With stock and a working provider, each debt is settled. */
  async finish(model: Model): Promise<void> {
    for (const amount of [3, 5, 10]) await this.addStock(amount, this.#owners.length);
    for (const job of await this.jobs()) await this.work(model, job, 'accepted');
    assert.deepEqual(await this.jobs(), [], 'Some jobs do not end.');
    await this.check(model);
    for (const [at, { name, rewardIn }] of this.#owners.entries()) {
      if (rewardIn(model) === undefined) continue;
      const state = this.#states.get(at);
      assert(state === 'sent' || state === 'failed', `${name} never gets its voucher.`);
    }
  }

  #expect(model: Model, owner: number, answer: ProviderAnswer, isNoted: boolean): void {
    const amount = this.#owners[owner]?.rewardIn(model) ?? 0;
    const free = this.#stock.get(amount) ?? 0;
    if ((this.#states.get(owner) ?? 'owed') === 'owed' && free > 0) {
      this.#stock.set(amount, free - 1);
      this.#states.set(owner, 'assigned');
    }
    if (!isNoted || this.#states.get(owner) !== 'assigned') return;
    if (answer === 'accepted') this.#states.set(owner, 'sent');
    if (answer === 'refusedPermanently') this.#states.set(owner, 'failed');
  }

  #nameOf(mobile: string): string {
    return [...this.#mobiles].find(([, own]) => own === mobile)?.[0] ?? '';
  }

  /** A killed worker does nothing more. */
  #mortal(database: Database): Database {
    const real = database.query.bind(database);
    const query = async (...words: unknown[]): Promise<unknown> => {
      // Looks once a second for leases that ended.
      if (JSON.stringify(words[0]).includes('leased_until::text')) {
        return Reflect.apply(real, undefined, words);
      }
      this.#statements += 1;
      const isLast = this.#death?.at === this.#statements;
      if (isLast && !this.#death?.isDone) throw new Killed();
      const answer: unknown = await Reflect.apply(real, undefined, words);
      if (isLast) throw new Killed();
      return answer;
    };
    return new Proxy(database, {
      get: (pool, name) => (name === 'query' ? query : Reflect.get(pool, name)),
    });
  }
}

function ownersOf(name: string, index: Buffer, { pseudonymOf }: TestServer['keys']): Owner[] {
  return Array.from({ length: claimLimits.inAll }, (_, at): Owner[] => {
    const pseudonym = pseudonymOf(index, at + 1);
    const own = (model: Readonly<Model>) => model.numbers.get(name)?.participations[at];
    const bonusIn = (model: Readonly<Model>) =>
      own(model)?.question?.isRight ? own(model)?.reward : undefined;
    return [
      { name, pseudonym, isBonus: false, rewardIn: (model) => own(model)?.reward },
      { name, pseudonym, isBonus: true, rewardIn: bonusIn },
    ];
  }).flat();
}

function isCodeWanted(model: Readonly<Model>, name: string): boolean {
  if ((model.numbers.get(name)?.guard.codes(model.now).length ?? 0) > 0) return true;
  return model.devices.some(({ registrations }) =>
    registrations.some(
      ({ mobile, code }) =>
        mobile === name && code && code.usedAt === undefined && model.now < code.expiresAt,
    ),
  );
}
