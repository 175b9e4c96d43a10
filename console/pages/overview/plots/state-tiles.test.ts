import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { elsewhere, india, stateSummary, tilesOf } from './state-tiles.ts';

const campaigns = path.resolve(import.meta.dirname, '../../../../campaigns');
const row = (state: string, verified: number) => ({
  value: state,
  visits: null,
  numbers: null,
  verified,
  rewarded: 0,
  rupees: 0,
  before: null,
});

const lists = (await readdir(campaigns, { recursive: true })).filter((file) =>
  file.endsWith('states.json'),
);

test('reads the lists of the campaigns', () => expect(lists).toContain('biscuit-2025/states.json'));

test.each(lists)('has a tile for each state of %s', async (list) => {
  const text = await readFile(path.join(campaigns, list), 'utf8');
  const states = z.parse(z.array(z.string()), JSON.parse(text));
  expect(elsewhere(states.map((state) => row(state, 1)))).toEqual([]);
});

test('puts no two states on one tile, and none twice', () => {
  expect(new Set(india.map(({ column, row }) => `${column} ${row}`)).size).toBe(india.length);
  expect(new Set(india.map(({ name }) => name)).size).toBe(india.length);
  expect(new Set(india.map(({ short }) => short)).size).toBe(india.length);
});

test('has the inhabitants of the census of 2011, all in all', () => {
  const total = india.reduce((sum, { inhabitants }) => sum + inhabitants, 0);
  expect(Math.abs(total - 1_210_854_977)).toBeLessThan(1_000_000);
});

test('shades a state by the largest: nobody, a little, all of it', () => {
  const tiles = tilesOf([row('Bihar', 100), row('Goa', 25), row('Kerala', 26)], 'total');
  const stepOf = (name: string) => tiles.find((tile) => tile.name === name)?.step;
  expect([stepOf('Delhi'), stepOf('Goa'), stepOf('Kerala'), stepOf('Bihar')]).toEqual([0, 1, 2, 4]);
});

test('compares states by population on request', () => {
  const states = [row('Uttar Pradesh', 2000), row('Goa', 100)];
  expect(stateSummary(tilesOf(states, 'total'), 'total')).toBe(
    'Most verified numbers: Uttar Pradesh (2,000), Goa (100).',
  );
  expect(stateSummary(tilesOf(states, 'perMillion'), 'perMillion')).toBe(
    'Most verified numbers per million inhabitants: Goa (68.6), Uttar Pradesh (10).',
  );
  expect(stateSummary(tilesOf([], 'total'), 'total')).toBe('No verified numbers yet.');
});
