import { expect, test } from 'vitest';
import { entry, registration } from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';

const phones = usePhones();

test('[CAM-5] text that reaches the page as HTML or as a script is refused, and the refusal is reported', async () => {
  const phone = await phones.open();
  const { page } = phone;
  await page.goto(entry);
  await registration(page).getOtp.waitFor();
  phone.allow(/policy violated: require-trusted-types-for /, /requires 'Trusted(HTML|ScriptURL)'/);

  const reported = page.waitForResponse('**/csp-reports');
  const thrown = await page.evaluate(() => {
    const nameOf = (write: () => unknown) => {
      try {
        write();
        return 'nothing';
      } catch (error) {
        return error instanceof Error ? error.name : 'no error';
      }
    };
    const text = '<img src=x onerror=alert(1)>';
    return [
      nameOf(() => Object.assign(document.createElement('div'), { innerHTML: text })),
      nameOf(() => Object.assign(document.createElement('script'), { src: '/assets/x.js' })),
      nameOf(() => document.body.insertAdjacentHTML('beforeend', text)),
    ];
  });
  expect(thrown).toEqual(['TypeError', 'TypeError', 'TypeError']);
  expect((await reported).status()).toBe(204);
});
