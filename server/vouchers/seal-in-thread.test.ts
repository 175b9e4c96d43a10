import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { voucherKeysOf } from '../platform/keys.ts';
import { voucherPublicKeyOf, sealContexts } from '../platform/seal.ts';
import { startSealing } from './seal-in-thread.ts';

const filled = (byte: number) => new Uint8Array(32).fill(byte);
const voucherSeal = [{ id: 1, key: filled(2) }];
const secrets = { index: filled(1), voucherPublic: voucherPublicKeyOf(voucherSeal) };
const keys = voucherKeysOf({ index: filled(1), voucherSeal }, 'tea');

test('the codes of several requests are sealed in order, as this thread would', async () => {
  const sealing = startSealing(secrets, 'tea');
  try {
    const requests = [['ABCD', 'EFGH-1'], ['IJKL'], []];
    const sealed = await Promise.all(
      requests.map((codes) => sealing.seal({ codes, isWhole: true })),
    );
    const opened = sealed.map((codes) =>
      codes.map(({ codeIndex, codeSealed, endIndex }) => {
        const code = keys.vouchers.open(
          Buffer.from(codeSealed, 'hex'),
          sealContexts.voucherCode(codeIndex),
        );
        expect(codeIndex).toBe(keys.voucherIndex(code).toString('hex'));
        expect(endIndex).toBe(keys.voucherEndIndex(code).toString('hex'));
        return code;
      }),
    );
    expect(opened).toEqual(requests);
    const [compared] = await sealing.seal({ codes: ['ABCD'], isWhole: false });
    expect(compared?.codeIndex).toBe(keys.voucherIndex('ABCD').toString('hex'));
    expect([compared?.codeSealed.length, compared?.endIndex.length]).toEqual([0, 0]);
  } finally {
    await sealing.end();
  }
});

test('no answer stays in memory, however long the file is', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const sealing = startSealing(secrets, 'tea');
  try {
    const request = { codes: ['ABCD'], isWhole: true };
    const answer = new WeakRef(await sealing.seal(request));
    await sealing.seal(request);
    await expect
      .poll(() => {
        collect();
        return answer.deref();
      })
      .toBeUndefined();
  } finally {
    await sealing.end();
  }
});

test('a thread that has ended leaves no request without an answer', async () => {
  const sealing = startSealing(secrets, 'tea');
  const request = { codes: ['ABCD'], isWhole: true };
  const [first, second] = [sealing.seal(request), sealing.seal(request)];
  await sealing.end();
  await expect(first).rejects.toThrow('the thread has ended');
  await expect(second).rejects.toThrow('the thread has ended');
});

test('what fails in the thread fails each request, even if it failed before the first one', async () => {
  const sealing = startSealing(
    { ...secrets, voucherPublic: { id: 1, key: filled(0).subarray(1) } },
    'tea',
  );
  // This thread starts later, so the first has most likely failed when it is ready.
  const other = startSealing(secrets, 'tea');
  await other.seal({ codes: ['ABCD'], isWhole: true });
  await other.end();
  const request = { codes: ['ABCD'], isWhole: true };
  const [first, second] = await Promise.allSettled([sealing.seal(request), sealing.seal(request)]);
  await sealing.end();
  for (const result of [first, second]) {
    expect(result.status === 'rejected' && String(result.reason)).toContain('Error');
  }
});
