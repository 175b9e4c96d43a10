import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { _default as orElse, catch as ifInvalid } from 'zod/mini';
import { calls } from '@inaam/contract/calls.ts';
import { strictly } from './strict-schema.ts';

const schema = z.object({
  list: z.array(z.object({ id: z.int() })),
  choice: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a') }),
    z.object({ kind: z.literal('b'), count: z.nullable(z.int().check(z.minimum(1))) }),
  ]),
  byName: z.record(z.string(), z.object({ id: z.int() })),
  loose: z.optional(z.looseObject({})),
  note: orElse(z.string(), ''),
  state: ifInvalid(z.optional(z.enum(['on', 'off'])), undefined),
});

const fitting = {
  list: [{ id: 1 }],
  choice: { kind: 'b', count: 2 },
  byName: { one: { id: 1 } },
  loose: { any: 1 },
  note: 'n',
  state: 'on',
};

const isStrictlyValid = (answer: object, of: Parameters<typeof strictly>[0] = schema) =>
  z.core.safeParse(strictly(of), answer).success;

test('an answer that fits is accepted', () => {
  expect(isStrictlyValid(fitting)).toBe(true);
  expect(isStrictlyValid({ ...fitting, loose: undefined, state: undefined })).toBe(true);
});

const { note: _note, ...withoutNote } = fitting;
test.each([
  ['a further field', { ...fitting, more: 1 }],
  ['one in an array', { ...fitting, list: [{ id: 1, more: 1 }] }],
  ['one in a member of a union', { ...fitting, choice: { kind: 'a', count: 1 } }],
  ['one in a record', { ...fitting, byName: { one: { id: 1, more: 1 } } }],
  ['a check that fails', { ...fitting, choice: { kind: 'b', count: 0 } }],
  ['a missing field that has a default', withoutNote],
  ['an invalid value that the page ignores', { ...fitting, state: 'broken' }],
])('%s is refused', (_, answer) => {
  // The page accepts most of them.
  expect(isStrictlyValid(answer)).toBe(false);
});

test('answers of the contract are refused with a further field', () => {
  const answer = { statusCode: 200, states: ['Goa'] };
  expect(isStrictlyValid(answer, calls.getStates.answer)).toBe(true);
  expect(isStrictlyValid({ ...answer, more: 1 }, calls.getStates.answer)).toBe(false);
});
