// `npm run pictures -- site`: the README's pictures of the site at phone size, in docs/pictures/.
import path from 'node:path';
import type { Page } from 'playwright-core';
import {
  acceptPrivacy,
  entry,
  heading,
  newShopper,
  register,
  typeCode,
  wheel,
} from '../support/page-objects.ts';
import { readCode } from '../support/product/sms-inbox.ts';
import { documentPictures, openPhone, printErrors, withDemonstration } from './demonstration.ts';

await withDemonstration('biscuit-2025', async (browser) => {
  const phone = await openPhone(browser, { deviceScaleFactor: 1.5 });
  const { page } = phone;
  const shopper = newShopper();
  await page.goto(entry);
  await acceptPrivacy(page);
  await page.locator('#root .hero-image').waitFor();
  await take(page, 'home');
  await register(page, shopper);
  await typeCode(page, await readCode(shopper.mobile));
  await wheel(page).play.waitFor();
  await take(page, 'wheel');
  await wheel(page).play.click();
  await heading(page, 'Congratulations!').waitFor();
  await take(page, 'reward');
  const inbox = await phone.newTab();
  await inbox.goto(`/demo/phone#${shopper.mobile}`);
  await inbox.getByText('gift voucher').waitFor();
  await take(inbox, 'sms');
  printErrors(await phone.close());
});
process.stdout.write(`Look at ${documentPictures}\n`);

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({
    path: path.join(documentPictures, `${name}.png`),
    animations: 'disabled',
  });
}
