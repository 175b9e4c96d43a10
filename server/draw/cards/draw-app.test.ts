import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { LedgerBroken } from './ledger-check.ts';
import { buildDrawApp } from './draw-app.ts';
import type { BoundDraw } from '../read-cards.ts';

const token = new Uint8Array(randomBytes(32));
const bearer = `Bearer ${Buffer.from(token).toString('base64')}`;
const bound = new Map([3, 10, 5].entries());

type CardsOf = (draws: readonly BoundDraw[]) => Promise<ReadonlyMap<number, number>>;

/** Bound to one of many. */
const of = (number: number): BoundDraw => [number, '0a'.repeat(16)];
const asks: (readonly BoundDraw[])[] = [];
const lines: string[] = [];
const log = {
  warn: (facts: object, line: string) => void lines.push(line + JSON.stringify(facts)),
  error: (facts: object, line: string) => void lines.push(line + JSON.stringify(facts)),
};
const answers: CardsOf = async (draws) => {
  asks.push(draws);
  return new Map(
    draws.flatMap(([number]): [number, number][] => {
      const amount = bound.get(number);
      return amount === undefined ? [] : [[number, amount]];
    }),
  );
};
afterEach(() => {
  asks.length = 0;
  lines.length = 0;
});

async function ask(
  payload: unknown,
  { authorization = bearer, cardsOf = answers }: { authorization?: string; cardsOf?: CardsOf } = {},
) {
  const app = buildDrawApp({ draws: { cardsOf }, campaign: 'tea', token, log });
  const response = await app.inject({
    method: 'POST',
    url: '/cards',
    headers: { 'content-type': 'application/json', authorization },
    payload: JSON.stringify(payload),
  });
  await app.close();
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

test('the cards of bound numbers are answered, in one reading', async () => {
  expect(await ask({ campaign: 'tea', draws: [of(1), of(0)] })).toEqual({
    status: 200,
    body: {
      cards: [
        [1, 10],
        [0, 3],
      ],
    },
  });
  expect(asks).toEqual([[of(1), of(0)]]);
});

test.each([
  ['none', ''],
  ['another one', `Bearer ${randomBytes(32).toString('base64')}`],
  ['half of it', bearer.slice(0, 30)],
  ['one without its kind', bearer.slice('Bearer '.length)],
])('[CAM-3] without the token (%s) nothing is answered or read', async (_, authorization) => {
  expect(await ask({ campaign: 'tea', draws: [of(0)] }, { authorization })).toEqual({
    status: 401,
    body: { refusal: 'token' },
  });
  expect(asks).toEqual([]);
  expect(lines).toEqual([expect.stringContaining('without the right DRAW_TOKEN')]);
});

test('[CAM-3] a number that the ledger has not bound is not answered, and holds up no other', async () => {
  const { status, body } = await ask({ campaign: 'tea', draws: [0, 7, 1, 2].map(of) });
  expect(status).toBe(200);
  expect(body['cards']).toEqual([
    [0, 3],
    [1, 10],
    [2, 5],
  ]);
  expect(asks).toEqual([[0, 7, 1, 2].map(of)]);
  expect(lines).toEqual([expect.stringMatching(/has not bound.*\{"draws":1\}/)]);
  expect((await ask({ campaign: 'tea', draws: [of(3)] })).body).toEqual({ cards: [] });
});

test('[CAM-3] where it has stopped, it says so with the cards that were bound before', async () => {
  const draws = { cardsOf: answers, broken: new LedgerBroken('a sentence', 7) };
  const app = buildDrawApp({ draws, campaign: 'tea', token, log });
  const { body } = await app.inject({
    method: 'POST',
    url: '/cards',
    headers: { authorization: bearer },
    payload: { campaign: 'tea', draws: [of(1)] },
  });
  await app.close();
  expect(JSON.parse(body)).toEqual({ cards: [[1, 10]], stopped: 7 });
});

test.each([
  ['a draw number that is none', { campaign: 'tea', draws: [of(-1)] }],
  ['a draw number of nobody', { campaign: 'tea', draws: [0] }],
  ['more than a batch', { campaign: 'tea', draws: Array(1001).fill(of(0)) }],
  ['nothing', null],
])('%s is refused', async (_, payload) => {
  expect(await ask(payload)).toEqual({ status: 400, body: { refusal: 'request' } });
  expect(asks).toEqual([]);
});

test('another campaign is refused', async () => {
  expect(await ask({ campaign: 'coffee', draws: [of(0)] })).toEqual({
    status: 409,
    body: { refusal: 'campaign' },
  });
});

test.each([
  [{ refusal: 'ledger', entry: 7 }, new LedgerBroken('a sentence with details', 7)],
  [{ refusal: 'database' }, new Error('relation of Asha, 9876543210')],
])('an error is answered by its kind alone: %j', async (body, error) => {
  const cardsOf = () => Promise.reject(error);
  expect(await ask({ campaign: 'tea', draws: [of(0)] }, { cardsOf })).toEqual({
    status: 503,
    body,
  });
  expect(lines.join('')).not.toMatch(/Asha|9876543210/);
});
