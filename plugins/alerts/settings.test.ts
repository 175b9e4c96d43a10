import { expect, test } from 'vitest';
import { readMail } from './settings.ts';

const good = {
  SMTP_URL: 'smtps://inaam:p%40pper@mail.brand.example',
  MAIL_FROM: 'Inaam <alerts@brand.example>',
};

test('a mail server has an address, TLS, a login and a sender', () => {
  expect(readMail(good)).toEqual({
    mail: {
      host: 'mail.brand.example',
      port: 465,
      isSecure: true,
      needsTls: true,
      login: { user: 'inaam', pass: 'p@pper' },
      from: { name: 'Inaam', address: 'alerts@brand.example' },
    },
    problems: [],
  });
  const plain = { SMTP_URL: 'smtp://mail.brand.example', MAIL_FROM: 'alerts@brand.example' };
  expect(readMail(plain).mail).toMatchObject({
    port: 587,
    isSecure: false,
    needsTls: true,
    login: undefined,
    from: { name: '', address: 'alerts@brand.example' },
  });
  for (const SMTP_URL of ['smtp://127.0.0.1:2525', 'smtp://localhost:2525', 'smtp://[::1]:2525/']) {
    expect(readMail({ ...good, SMTP_URL }).mail).toMatchObject({ port: 2525, needsTls: false });
  }
  expect(readMail({ SMTP_URL: '', MAIL_FROM: '' })).toEqual({ mail: undefined, problems: [] });
});

test.each([
  [{ SMTP_URL: 'https://user:pepper@mail.brand.example' }, /^SMTP_URL is not a mail server/],
  [{ SMTP_URL: 'smtps://user:pepper@' }, /^SMTP_URL is not/],
  [{ SMTP_URL: 'smtps://pepper@mail.brand.example' }, /^SMTP_URL is not/],
  [{ SMTP_URL: 'smtps://user:pep%per@mail.brand.example' }, /^SMTP_URL is not.*%25/],
  [{ SMTP_URL: 'smtps://user:pepper@mail.brand.example/x' }, /^SMTP_URL is not/],
  [{ SMTP_URL: 'smtps://user:pepper@mail.brand.example?tls=no' }, /^SMTP_URL is not/],
  [{ SMTP_URL: '' }, /^SMTP_URL is missing/],
  [{ MAIL_FROM: '' }, /^MAIL_FROM is missing/],
  [{ MAIL_FROM: 'pepper' }, /^MAIL_FROM is not a sender/],
  [{ MAIL_FROM: 'Inaam <pepper@x>' }, /^MAIL_FROM is not/],
  [{ MAIL_FROM: 'a@b.example, pepper@b.example' }, /^MAIL_FROM is not/],
  [{ MAIL_FROM: 'Inaam\r\nBcc: x <pepper@b.example>' }, /^MAIL_FROM is not/],
])('%j is refused, without the value', (change, problem) => {
  const { mail, problems } = readMail({ ...good, ...change });
  expect(mail).toBeUndefined();
  expect(problems.join(' ')).toMatch(problem);
  expect(problems.join(' ')).not.toContain('pepper');
});
