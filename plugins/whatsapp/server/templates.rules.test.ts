import { expect, test } from 'vitest';
import { codeTemplate as code, voucherTemplate as voucher } from '../testing/templates.ts';
import { templateProblems } from './templates.rules.ts';

const asked = {
  code: { template: 'inaam_code', language: 'en', category: 'AUTHENTICATION', parameters: 1 },
  voucher: { template: 'inaam_voucher', language: 'en', category: 'UTILITY', parameters: 3 },
} as const;
type Stored = typeof code | typeof voucher;

test('approved templates with what is sent have no problem', () => {
  expect(templateProblems(asked.code, [code])).toEqual([]);
  expect(templateProblems(asked.voucher, [code, voucher])).toEqual([]);
});

test.each<[string, keyof typeof asked, Stored[], RegExp]>([
  ['is not there', 'code', [], /no template inaam_code/],
  ['is in another language', 'code', [{ ...code, language: 'hi' }], /is in hi, and not in en/],
  ['is pending', 'code', [{ ...code, status: 'PENDING' }], /is PENDING/],
  ['is paused', 'voucher', [{ ...voucher, status: 'PAUSED' }], /is PAUSED/],
  ['became marketing', 'voucher', [{ ...voucher, category: 'MARKETING' }], /must be UTILITY/],
  [
    'has no button',
    'code',
    [{ ...code, components: code.components.slice(0, 1) }],
    /no button that copies/,
  ],
  [
    'has fewer parameters',
    'voucher',
    [{ ...voucher, components: [{ type: 'BODY', text: '{{1}}, {{2}}' }] }],
    /has 2 parameters, and whatsapp.json 3/,
  ],
  [
    'has names',
    'voucher',
    [{ ...voucher, components: [{ type: 'BODY', text: '{{amount}} {{code}} {{until}}' }] }],
    /placeholders with names/,
  ],
  [
    'has a parameter in its header',
    'voucher',
    [{ ...voucher, components: [...voucher.components, { type: 'HEADER', text: 'For {{1}}' }] }],
    /in its header/,
  ],
])('a template that %s is said', (_, which, stored, problem) => {
  expect(templateProblems(asked[which], stored).join(' ')).toMatch(problem);
});
