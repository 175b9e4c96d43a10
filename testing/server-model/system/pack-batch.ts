// A run's batch of packs, and what is stored of it.
import assert from 'node:assert/strict';
import { packTesting } from '@inaam/plugins/testing.ts';
import type { TestServer } from '../../server/app/test-server.ts';
import { packs, type Pack, type Packs } from '../model/packs.ts';

const codes = packs.indexOf('unknown');
const key = 1;

export class PackBatch {
  readonly #server: TestServer;
  readonly #batch: number;

  private constructor(server: TestServer, batch: number) {
    this.#server = server;
    this.#batch = batch;
  }

  static async open(server: TestServer): Promise<PackBatch> {
    const { database, campaign } = server;
    const { rows } = await database.query('select from inaam.pack_batch');
    const words = { product: '', region: '', codes, key, audit: auditOf(server, 'make') };
    const label = labelOf(rows.length + 1);
    const made = await packTesting[0]?.makePackBatch(database, campaign.id, { label, ...words });
    assert(made);
    const batch = new PackBatch(server, made.batch);
    await batch.change('open');
    return batch;
  }

  async change(to: 'open' | 'close'): Promise<void> {
    const { database, campaign } = this.#server;
    const change = { label: labelOf(this.#batch), change: to, audit: auditOf(this.#server, to) };
    const changed = await packTesting[0]?.changePackBatch(database, campaign.id, change);
    assert.equal(changed?.kind, 'changed');
  }

  codeOf(pack: Pack): string | undefined {
    if (pack === 'none') return undefined;
    const serial = pack === 'mistyped' ? 0 : packs.indexOf(pack);
    const { keys, campaign } = this.#server;
    const [own] = packTesting;
    assert(own);
    if (pack === 'unknown') return own.packCodeOf(BigInt(this.#batch));
    const { packCode } = own.packKeys(keys, campaign.id);
    const code = packCode({ key, batch: this.#batch, serial });
    return pack === 'mistyped' ? `${code.startsWith('0') ? 1 : 0}${code.slice(1)}` : code;
  }

  /** Each code is used by the number that the model says, and counted once. */
  async check(model: Packs, mobileOf: (name: string) => string): Promise<void> {
    const { database, keys, campaign } = this.#server;
    const own = packTesting[0]?.packKeys(keys, campaign.id);
    const { rows } = await database.query<{ pack: Buffer; owner: Buffer; used: number }>(
      `select pack, mobile_index as owner, used from inaam.pack_use
       join inaam.participation using (campaign, pseudonym) join inaam.pack_batch using (campaign, batch)
       where batch = $1`,
      [this.#batch],
    );
    const owed = [...model.usedBy].map(([pack, name]) =>
      hex(own?.packIndex(this.codeOf(pack) ?? '') ?? Buffer.of(), keys.mobileIndex(mobileOf(name))),
    );
    const uses = rows.map(({ pack, owner }) => hex(pack, owner));
    assert.deepEqual(uses.toSorted(), owed.toSorted(), 'The codes of packs are not used as owed.');
    assert(rows.every(({ used }) => used === rows.length));
  }
}

const hex = (pack: Buffer, owner: Buffer) => `${pack.toString('hex')} ${owner.toString('hex')}`;

const labelOf = (batch: number) => `RUN-${batch}`;

const auditOf = ({ campaign, time }: TestServer, what: string) => ({
  campaign: campaign.id,
  command: `packs ${what}`,
  operator: { by: 'asha', reason: 'a test', at: time.wall },
  details: {},
});
