// The page of the shared link, on a phone and on a wide screen.
import { describe, expect, test } from 'vitest';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import {
  axeViolationsInBothSchemes,
  layoutProblems,
  smallTargets,
} from '@inaam/e2e/support/checks/visual-checks.ts';
import { heading, scanText } from '@inaam/e2e/support/page-objects.ts';
import { friendTitles } from '../server/friend-words.ts';

const phones = usePhones();
const looks = [
  ['a phone', { width: 360, height: 740 }],
  ['a wide screen', { width: 1280, height: 800 }],
] as const;

describe.each(looks)('on %s', (_, viewport) => {
  test.each(['en', 'hi'])('who opens the link reads it in %s', async (language) => {
    const { page } = await phones.open({ viewport });
    await page.goto(`/?from=friend&language=${language}`);
    await heading(page, friendTitles[language] ?? '').waitFor();
    const picture = page.locator('.pack img');
    await expect
      .poll(() => picture.evaluate((at: HTMLImageElement) => at.naturalWidth))
      .toBeGreaterThan(0);
    expect(await layoutProblems(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  });
});

test('the page needs no script, and changes its language', async () => {
  const { page } = await phones.open({ javaScriptEnabled: false });
  await page.goto('/?from=friend&language=en');
  await page.getByText('English').click();
  await page.getByRole('link', { name: 'हिन्दी' }).click();
  await heading(page, friendTitles['hi'] ?? '').waitFor();
});

test('every other visit without a QR code reads the sentence of the specification', async () => {
  const { page } = await phones.open();
  for (const address of ['/', '/?from=somebody']) {
    await page.goto(address);
    await heading(page, scanText).waitFor();
  }
});
