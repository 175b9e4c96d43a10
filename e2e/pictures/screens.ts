// `npm run pictures -- screens`: every screen, dialog and error of a campaign, in .screens/, and
// beside them `text-faults.txt`: what does not fit. Also of some sizes, in the
// dark or with text at 200 %, and of some languages besides English: `npm run pictures -- screens
// biscuit-2025 320x568 320x568-dark 360x740-large ta`.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import {
  openPhone,
  optionsOf,
  printErrors,
  screensFolder,
  withDemonstration,
} from './demonstration.ts';
import { photograph, type Film } from './screens-capture.ts';
import { refusalPathsOf } from './screens-refusals.ts';
import { writeIndex } from './sheets.ts';
import { screenStatePathsOf } from '../support/screen-states.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';

const [id = 'biscuit-2025', ...requested] = process.argv.slice(2);
const requestedSizes = requested.filter((part) => /^\d/.test(part));
const requestedLanguages = requested.filter((part) => !/^\d/.test(part));
const sizes = requestedSizes.length > 0 ? requestedSizes : ['360x740', '412x915', '1280x800'];
const campaign = await loadCampaign(id);
if (!campaign.languages.includes('en')) {
  throw new Error(
    `Failed to take pictures: "${id}" has no English, in which its screens are found. Write its words/en.json.`,
  );
}
/** The paths are walked in the first one: English, whichever one the campaign begins with. */
const languages = [
  'en',
  ...campaign.languages.filter(
    (language) =>
      language !== 'en' &&
      (requestedLanguages.length === 0 || requestedLanguages.includes(language)),
  ),
];
const faults: string[] = [];
const folder = path.join(screensFolder, id);

const everyPath = [...screenStatePathsOf(campaign), ...refusalPathsOf(campaign)];

for (const size of sizes)
  for (const language of languages) {
    await rm(path.join(folder, language, size), { recursive: true, force: true });
  }
await withDemonstration(id, async (browser) => {
  const files = await Promise.all(sizes.map((size) => takePictures(browser, size)));
  await writeIndex(folder, campaign.name, files.flat());
  await writeFile(path.join(folder, 'text-faults.txt'), `${faults.toSorted().join('\n')}\n`);
});
process.stdout.write(`Look at ${path.join(folder, 'index.html')}\n`);

async function takePictures(browser: Browser, size: string): Promise<string[]> {
  const film: Film = {
    folder,
    size,
    languages,
    cookie: `${campaign.contest}-lang`,
    faults,
  };
  const files: string[] = [];
  let stops = 0;
  for (const [name, visit] of everyPath) {
    const options = optionsOf(size);
    const deviceScaleFactor = options.isMobile === false ? 1 : 2;
    const phone = await openPhone(browser, { ...options, deviceScaleFactor });
    const stopped = await visit(phone, async (stop) => {
      stops += 1;
      const plain = stop.replaceAll(/[^\w .,&'-]/g, '');
      files.push(...(await photograph(phone, film, `${String(stops).padStart(2, '0')} ${plain}`)));
    }).then(
      () => [],
      (error: unknown) => [`stopped: ${String(error)}`],
    );
    // The other paths are pictures too.
    const errors = [...stopped, ...(await phone.close())];
    process.stdout.write(`${size} ${name}: ${stops} stops so far\n`);
    printErrors(errors);
  }
  return files;
}
