import { expect, test } from 'vitest';
import { withNamedValues } from './batch.ts';

const text = `select $1, * from unnest($keys::text[], $times::bigint[]) where key = any ($keys::text[])`;
const query = withNamedValues(text);

test('each name gets one number, whatever the order of the values', () => {
  expect(query('tea', { times: [1], keys: ['a'] })).toMatchObject({
    text: 'select $1, * from unnest($2::text[], $3::bigint[]) where key = any ($2::text[])',
    values: ['tea', ['a'], [1]],
  });
});

test.each([
  ['a missing value', { keys: [] }, 'times'],
  ['a value without a place', { keys: [], times: [], more: [] }, 'more'],
  ['a value with a different name', { keys: [], time: [] }, 'times, time'],
])('%s is refused by its name', (_, values, named) => {
  expect(() => query('tea', values)).toThrow(`differ in ${named}. `);
});

test('a value that is undefined is not missing', () => {
  expect(query('tea', { keys: [], times: undefined }).values).toEqual(['tea', [], undefined]);
});
