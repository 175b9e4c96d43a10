import { expect, test } from 'vitest';
import { withoutRepeats } from './timing.ts';

test('an equal line comes once a minute, and others at once', () => {
  let now = 0;
  const lines: string[] = [];
  const keep = (level: string) => (facts: object, sentence: string) =>
    void lines.push(`${level} ${sentence} ${JSON.stringify(facts)}`);
  const log = withoutRepeats(
    { info: keep('info'), warn: keep('warn'), error: keep('error') },
    () => now,
  );
  for (now = 0; now < 120_000; now += 500) log.warn({ code: '57P01' }, 'It cannot be read.');
  log.warn({ code: 'ECONNREFUSED' }, 'It cannot be read.');
  log.error({ code: '57P01' }, 'It cannot be read.');
  log.info({}, 'It is read again.');
  expect(lines).toEqual([
    'warn It cannot be read. {"code":"57P01"}',
    'warn It cannot be read. {"code":"57P01"}',
    'warn It cannot be read. {"code":"ECONNREFUSED"}',
    'error It cannot be read. {"code":"57P01"}',
    'info It is read again. {}',
  ]);
});
