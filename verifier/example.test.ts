import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { verdictOf } from '@inaam/testing/verifier/published-files.ts';

const folder = path.join(import.meta.dirname, '../docs/draw-example');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const page = read('../reference/draw-format.md');
const example = page.slice(page.indexOf('## A worked example'));
const ledger = read('ledger.jsonl');
const lines = ledger.trimEnd().split('\n');
const hashes = lines.map((line) => /"hash":"(\w+)"\}$/.exec(line)?.[1] ?? '');
const document = read('commitment.json');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const hashOfBytes = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const ofHex = (hex = '') => Buffer.from(hex, 'hex');

test('[CAM-1][CAM-3] the example of docs/reference/draw-format.md is valid: three draws and one fixed reward', async () => {
  const files = { commitment: document, secret: read('secret.txt'), ledger };
  const verdict = await verdictOf({ ...files, head: read('head.json') });
  expect(verdict).toMatchObject({
    valid: true,
    entries: 8,
    draws: 3,
    pools: [
      { pool: 'chance:3', planned: 4, granted: 1 },
      { pool: 'chance:5', planned: 2, granted: 1 },
      { pool: 'chance:10', planned: 2, granted: 1 },
      { pool: 'reserve:3', planned: 2, granted: 0 },
      { pool: 'fixed:Tamil Nadu:3', planned: 5, granted: 1 },
    ],
  });
});

test('[CAM-3] the page prints what is in the files of its example', () => {
  const content = lines[0]?.slice('{"entry":'.length, -`,"hash":"${hashes[0]}"}`.length);
  const before = hashOfBytes(document);
  const first = `line     1\nbefore   ${before}\ncontent  ${content}\nhash     ${hashes[0]}\n`;
  const length = `bytes    ${Buffer.byteLength(document)}\nSHA-256  ${hashOfBytes(document)}\n`;
  for (const printed of [document, length, first, read('head.json')]) {
    expect(example).toContain(printed);
  }
});

test('[CAM-3] every hash, keyed hash and share that the page prints is right', () => {
  const secret = ofHex(read('secret.txt').trim());
  const key = ofHex(/^key +(\w+)$/m.exec(example)?.[1]);
  const hashed = [...example.matchAll(/^(?:secret|key) +(\w+)\nSHA-256 +(\w+)$/gm)];
  expect(hashed.map(([, bytes]) => hashOfBytes(ofHex(bytes)))).toEqual(
    hashed.map(([, , hash]) => hash),
  );
  const keyed = [...example.matchAll(/^input +(\S+)\nHMAC +(\w+)\n(.*) (\S+)(?: \*|$)/gm)];
  expect([hashed.length, keyed.length]).toEqual([2, 3]);
  for (const [, input = '', hash = '', what = '', derived = ''] of keyed) {
    const isPseudonym = what.startsWith('pseudonym');
    const hmac = createHmac('sha256', isPseudonym ? key : secret).update(input);
    expect(hmac.digest('hex')).toBe(hash);
    if (isPseudonym) expect(hash).toMatch(new RegExp(`^${derived}`));
    else expect(what + derived).toContain(hash.slice(0, 16));
  }
  const shares = [...example.matchAll(/floor\((\w+) \* (\d+) \/ (\d+)\) = (\d+)$/gm)];
  expect(shares).toHaveLength(2);
  for (const [, r = '', count = '', all = '', share] of shares) {
    expect(all).toBe(String(2n ** 64n));
    expect(String((BigInt(r) * BigInt(count)) / 2n ** 64n)).toBe(share);
  }
  const [, before, entry, seal] = /^before +(\w+)\nentry +(\S+)\nseal +(\w+)$/m.exec(example) ?? [];
  expect(before).toBe(hashes.at(-1));
  expect(createHmac('sha256', secret).update(`${before}|${entry}`).digest('hex')).toBe(seal);
});

test.runIf(hasPython)('the lines of Python on the page recognise a part of the secret', () => {
  const script = /^```python\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
  const printed = execFileSync('python3', ['-c', script], { cwd: folder, encoding: 'utf8' });
  expect(printed).toBe('True\n');
});
