import { expect, test } from 'vitest';
import { messageIds } from '@inaam/contract/message-ids.ts';
import { packCodeOf, type PackCodes } from '../pack-code.ts';
import { CallRefused, NetworkFailed } from '@inaam/web/api/failures.ts';
import { refusedRegistration } from '@inaam/web/features/registration/register.ts';
import { createDrafts } from '@inaam/web/session/storage/drafts.ts';
import { safeStorage } from '@inaam/web/session/storage/safe-storage.ts';
import type { Edit } from '@inaam/web/ui/use-edited-text.ts';
import { createPack, editPack, isPackTyped, refusedPack, shownPack } from './pack.ts';

const code = packCodeOf(0x5_0f0f_1234_5678n);
const shown = shownPack(code, 'made');
const wrong = code.replace(/.$/, (last) => (last === '7' ? '8' : '7'));

/** Without a browser's storage: this tab keeps it in memory. */
const tab = () =>
  safeStorage(() => {
    throw new Error('SecurityError');
  });

const open = (id: string | undefined, storage = tab()) =>
  createPack({ codes: 'made', id, drafts: createDrafts(storage), tab: storage });

test('a code is shown in groups of four, however it was typed', () => {
  expect(shown).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  for (const typed of [code, code.toLowerCase(), ` ${code.replace(/..../g, '$& ')}`]) {
    expect(shownPack(typed, 'made')).toBe(shown);
  }
  expect(shownPack('oil-70', 'loaded')).toBe('OIL70');
});

test.each([
  ['7K2M|', '7K2M|'],
  ['7K2Mq|', '7K2M-Q|'],
  ['7K2M|Q', '7K2M|-Q'],
  ['7Kx|2M-Q', '7KX|2-MQ'],
  ['7K2M-o|', '7K2M-0|'],
  ['|7K2M-Q', '|7K2M-Q'],
])('of the typed %s the field makes %s', (typed, becomes) => {
  const [front = '', behind = ''] = typed.split('|');
  const edit = { before: '', typed: front + behind, inserted: '', behind };
  expect(edited(edit)).toBe(becomes);
});

const edited = (edit: Edit, codes: PackCodes = 'made') => {
  const { text, caret } = editPack(edit, codes);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
};

test.each([
  ['deleteContentForward', '7K2M|-XYZ'],
  ['deleteContentBackward', '7K2|Q-XYZ'],
  // Of an old browser, which does not say it.
  ['', '7K2M|-QXYZ'],
])('who deletes a hyphen, as %s, deletes the character beyond it', (inputType, becomes) => {
  const edit = { before: '7K2M-QXYZ', typed: '7K2MQXYZ', inserted: '', behind: 'QXYZ', inputType };
  expect(edited(edit)).toBe(becomes);
});

const link = `${'Hello! '.repeat(30)}https://win.example/?utm_source=qrcode&id=`;
test.each<[string, Partial<Edit>]>([
  ['at the end of a wrong one', { before: wrong, typed: `${wrong}${link}${code}` }],
  ['at its beginning', { before: wrong, typed: `${link}${code}${wrong}`, behind: wrong }],
  ['by a browser that says nothing of it', { before: '7K2M', typed: `${link}${code}.` }],
  ['in small letters', { before: wrong, typed: `${wrong}${shown.toLowerCase()}` }],
])('a whole code replaces what the field holds, pasted %s', (_, given) => {
  const { before = '', typed = '', behind = '' } = given;
  const inserted = typed.slice(
    typed.startsWith(before) ? before.length : 0,
    typed.length - behind.length,
  );
  expect(edited({ before, typed, inserted, behind })).toBe(`${shown}|`);
});

test.each([
  ['12345', 'ABC12345|'],
  ['monsoon', 'ABCMONSOON|'],
  ['Code: GOA-123456.', 'GOA123456|'],
])(
  'into what the field holds of a code of somebody else, %s is pasted: %s',
  (inserted, becomes) => {
    const edit = { before: 'ABC', typed: `ABC${inserted}`, inserted, behind: '' };
    expect(edited(edit, 'loaded')).toBe(becomes);
  },
);

test('the field has characters of codes alone, and no more of them than show that it is wrong', () => {
  const typed = '<b>🎉 7k2u';
  expect(edited({ before: '', typed, inserted: typed, behind: '' })).toBe('B7K2|');
  const long = 'A'.repeat(900);
  expect(edited({ before: '', typed: long, inserted: long, behind: '' })).toHaveLength(50);
});

test.each([
  [code, {}],
  [shown.toLowerCase(), {}],
  ['', { purchase: ['messages.packMissing'] }],
  [wrong, { purchase: ['messages.invalidFormat'] }],
  [code.slice(1), { purchase: ['messages.invalidFormat'] }],
])('the code "%s" has the errors %j', (typed, errors) => {
  expect(open(undefined).validate(typed, false)).toEqual(errors);
});

test('a device that comes back to its number needs no code: the server knows', () => {
  expect(open(undefined).validate('', true)).toEqual({});
  expect(open(undefined).validate(wrong, true)).toHaveProperty('purchase');
});

test('all of a code is checked while it is typed, a part of it is not', () => {
  expect([code, `${code}7`, code.slice(1)].map((typed) => isPackTyped(typed, 'made'))).toEqual([
    true,
    true,
    false,
  ]);
  // Its length is not known.
  expect(isPackTyped('ABCDEF123456', 'loaded')).toBe(false);
});

test('the link fills the field, and what was typed over it stays until another link is opened', () => {
  const storage = tab();
  const drafts = createDrafts(storage);
  const typedOf = () => {
    const form = { name: '', mobile: '', state: '', isAgreed: false, purchase: '' };
    return drafts.over('registration', form).purchase;
  };
  expect(open(code, storage).linked).toBe(shown);
  drafts.keep('registration', { purchase: 'TYPED' });
  open(code, storage);
  expect(typedOf()).toBe('TYPED');
  open(packCodeOf(7n), storage);
  expect(typedOf()).toBe(shownPack(packCodeOf(7n), 'made'));
});

const refused = (messageId: string) =>
  new CallRefused({ statusCode: 400, messageId, message: 'From the server' });

test.each(['invalidCode', 'invalidFormat', 'alreadyRegistered'])(
  '[ERR-6] %s is shown at the code',
  (id) => {
    expect(refusedPack(refused(id))).toMatchObject({ purchase: [{ text: 'From the server' }] });
  },
);

test('[ERR-6] other failures are not of the code', () => {
  for (const error of [refused('tryAgain'), refused('invalidMobile'), new NetworkFailed(null)]) {
    expect(refusedPack(error)).toBeUndefined();
  }
});

const ids = Object.entries(messageIds);

test.each(ids)('[ERR-1] the form with a pack has a place for %s', (messageId, statusCode) => {
  for (const message of ['', 'From the server']) {
    const error = new CallRefused({ statusCode, message, messageId });
    const shown = refusedPack(error) ?? refusedRegistration(error);
    expect(Object.values(shown).flat()).not.toEqual([]);
  }
});
