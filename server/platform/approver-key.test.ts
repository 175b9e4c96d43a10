import { expect, test } from 'vitest';
import { isApproverSignature, makeApproverKey, openApproverKey } from './approver-key.ts';

const cost = 2;
const made = makeApproverKey('four words of hers', cost);

test('[CAM-3] the file opens with its passphrase alone, and signs for its public key', () => {
  const key = openApproverKey(made.file, 'four words of hers');
  if (typeof key === 'string') throw new Error(key);
  expect(key.publicKey).toBe(made.publicKey);
  const signature = key.sign('a text');
  expect(isApproverSignature(made.publicKey, 'a text', signature)).toBe(true);
  expect(isApproverSignature(made.publicKey, 'another text', signature)).toBe(false);
  const other = makeApproverKey('four words of his', cost);
  expect(isApproverSignature(other.publicKey, 'a text', signature)).toBe(false);
  expect(isApproverSignature(made.publicKey, 'a text', signature.slice(2))).toBe(false);
});

test('[CAM-3] a wrong passphrase or a file that was changed opens nothing', () => {
  expect(openApproverKey(made.file, 'four words of his')).toBe('wrongPassphrase');
  const other = makeApproverKey('four words of hers', cost);
  const swapped = made.file.replace(made.publicKey, other.publicKey);
  expect(openApproverKey(swapped, 'four words of hers')).toBe('wrongPassphrase');
  expect(openApproverKey('{}', 'four words of hers')).toBe('noKeyFile');
  expect(openApproverKey('-----BEGIN', 'four words of hers')).toBe('noKeyFile');
  expect(JSON.parse(makeApproverKey('four words of hers').file)).toMatchObject({ cost: 2 ** 17 });
});
