import { expect, test } from 'vitest';
import { addAmount, changeAmount, outcomesOf, removeAmount } from './amounts.rules.ts';

const template = (amount: number) => ({
  dlt: { headerId: 'INAAMB', templateId: `110700000000000000${amount}` },
  category: 'service-implicit',
  text: `Your Rs. ${amount} voucher: {code}. Valid 30 days, 3 shops.`,
});
const files: Readonly<Record<string, unknown>> = {
  'rewards.json outcomes': [
    { amount: 3, angle: 180, screen: 'tnreward' },
    { amount: 5, angle: 300, screen: 'reward' },
    { amount: 10, angle: 60, screen: 'congrats' },
  ],
  'draw.json deck.cards': { 3: 700, 5: 250, 10: 50 },
  'campaign.json theme.colours.wheel': ['#c9ecf7', '#fff6b8', '#f3b6d3'],
  'sms.json vouchers': { 3: template(3), 5: template(5), 10: template(10) },
};
const keyOf = ({ file, path }: { file: string; path: readonly unknown[] }) =>
  `${file} ${path.join('.')}`;
const read = (place: Parameters<typeof keyOf>[0]) => files[keyOf(place)];
const after = (changes: ReturnType<typeof addAmount>) => {
  const changed = new Map(changes.map((one) => [keyOf(one), one.value]));
  return (key: string): unknown => changed.get(key) ?? files[key];
};

test('a new amount has a segment, a colour, a card and a wording that is not registered', () => {
  const now = after(addAmount(read, 20));
  const outcomes = outcomesOf(({ file, path }) => now(keyOf({ file, path })));
  expect(outcomes.map(({ amount, angle }) => [amount, angle])).toEqual([
    [3, 150],
    [5, 240],
    [10, 60],
    [20, 330],
  ]);
  expect(now('draw.json deck.cards')).toEqual({ 3: 700, 5: 250, 10: 50, 20: 1 });
  const colours = now('campaign.json theme.colours.wheel');
  expect(new Set(Array.isArray(colours) ? colours : [])).toHaveProperty('size', 4);
  expect(now('sms.json vouchers')).toHaveProperty('20', {
    ...template(3),
    dlt: { headerId: 'INAAMB', templateId: '' },
    text: 'Your Rs. 20 voucher: {code}. Valid 30 days, 3 shops.',
  });
});

test('an amount that is changed keeps its segment and cards, and needs another registration', () => {
  const now = after(changeAmount(read, 5, 6));
  expect(now('rewards.json outcomes')).toHaveProperty('1', {
    amount: 6,
    angle: 300,
    screen: 'reward',
  });
  expect(now('draw.json deck.cards')).toEqual({ 3: 700, 6: 250, 10: 50 });
  expect(now('sms.json vouchers')).toMatchObject({
    6: { dlt: { templateId: '' }, text: expect.stringContaining('Rs. 6 ') },
  });
  expect(now('sms.json vouchers')).not.toHaveProperty('5');
});

test('an amount is removed from every file, with its colour', () => {
  const now = after(removeAmount(read, 5));
  expect(now('rewards.json outcomes')).toEqual([
    { amount: 3, angle: 240, screen: 'tnreward' },
    { amount: 10, angle: 60, screen: 'congrats' },
  ]);
  expect(now('draw.json deck.cards')).toEqual({ 3: 700, 10: 50 });
  expect(now('campaign.json theme.colours.wheel')).toEqual(['#c9ecf7', '#f3b6d3']);
  expect(Object.keys(Object(now('sms.json vouchers')))).toEqual(['3', '10']);
});
