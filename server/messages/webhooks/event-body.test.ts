import { expect, test } from 'vitest';
import { eventBody } from './post.ts';

const event = {
  id: 'e1',
  number: 4,
  type: 'reward.granted' as const,
  pseudonym: Buffer.alloc(16, 10),
  amount: undefined,
  messageId: undefined,
  at: Date.parse('2025-07-01T10:00:59.999Z'),
};

test('an event tells the minute and a pseudonym, and what it does not have is not in it', () => {
  expect(JSON.parse(eventBody('tea', event))).toStrictEqual({
    type: 'reward.granted',
    timestamp: '2025-07-01T10:00:00.000Z',
    data: { campaign: 'tea', participant: '0a'.repeat(16), sequence: 4 },
  });
  const whole = { ...event, amount: 5, messageId: 'm1' };
  expect(JSON.parse(eventBody('tea', whole))).toMatchObject({ data: { amount: 5, message: 'm1' } });
});
