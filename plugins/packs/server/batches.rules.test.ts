import type { Found } from '@inaam/server/main/checks/launch.rules.ts';
import { expect, test } from 'vitest';
import { packStateAfter } from '../contract.ts';
import { isSuspicious, launchLine, packRefusalsOf } from './batches.rules.ts';

test('a batch is opened and closed again and again, and never again once it is recalled', () => {
  expect(packStateAfter('draft', 'open')).toBe('open');
  expect(packStateAfter('open', 'close')).toBe('closed');
  expect(packStateAfter('closed', 'open')).toBe('open');
  expect(packStateAfter('draft', 'close')).toBeUndefined();
  for (const state of ['draft', 'open', 'closed'] as const) {
    expect(packStateAfter(state, 'recall')).toBe('recalled');
  }
  for (const change of ['open', 'close', 'recall'] as const) {
    expect(packStateAfter('recalled', change)).toBeUndefined();
  }
});

test.each([
  [{ used: 10, triedCodes: 19 }, false],
  [{ used: 10, triedCodes: 20 }, true],
  [{ used: 1000, triedCodes: 100 }, false],
  [{ used: 1000, triedCodes: 101 }, true],
])('a batch with the tries %j is suspicious: %s', (facts, suspicious) => {
  expect(isSuspicious(facts)).toBe(suspicious);
});

const batches = { batches: 2, open: 1, left: 1, otps: 6, hasKeys: true };

test.each<[Partial<Parameters<typeof launchLine>[0]>, Found['state'], RegExp]>([
  [{}, 'done', /Open batches: 1 of 2\. OTPs a number: 6 a day/],
  [{ hasKeys: undefined }, 'done', /Open/],
  [{ hasKeys: false }, 'fault', /PACK_KEYS is missing.*inaam init.*SEAL_KEYS/],
  [{ batches: 0, open: 0, left: 0 }, 'waiting', /made or loaded\..*packs make/],
  [{ open: 0, left: 0 }, 'waiting', /^No batch of packs is open.*a manager.*Packs/],
  [{ left: 0 }, 'waiting', /^Each code .*is used/],
])('the launch with %j: %s', (change, state, text) => {
  const { found, who = '', todo = '', ...line } = launchLine({ ...batches, ...change });
  expect(line.state).toBe(state);
  expect(`${found} ${who} ${todo}`).toMatch(text);
});

const refused = (used: number, unknown = 0, notOpen = 0) => ({ used, unknown, notOpen });

test.each([
  [refused(49), 0, []],
  [refused(20, 20, 10), 0, ['look']],
  [refused(100), 1000, []],
  [refused(101), 1000, ['look'], /^101 codes of packs .*used before.*Recall/],
  [refused(30, 80), 1000, ['look'], /^110 codes of packs .*of no batch.*guess/],
  [refused(10, 10, 90), 1000, ['look'], /^110 codes of packs .*not open.*Open it/],
  [refused(199), 0, ['look']],
  [refused(200), 0, ['act']],
  [refused(0, 500), 1000, ['look']],
  [refused(0, 501), 1000, ['act']],
])('the verdict on the refused codes %j and %s OTPs', (refusals, otps, levels, words = /./) => {
  const found = packRefusalsOf(refusals, otps);
  expect(found.map(({ level }) => level)).toEqual(levels);
  for (const { text, todo, page } of found) {
    expect(`${text} ${todo}`).toMatch(words);
    expect(page).toBe('packs');
  }
});
