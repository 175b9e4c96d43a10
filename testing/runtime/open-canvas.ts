// Draws on a canvas in the bundled Chromium and prints the result as one line of JSON. Argument:
// the folder to unpack into.
import { readFile, stat } from 'node:fs/promises';
import { chromiumPath, launchChromium } from './chromium.ts';
import { findProcesses } from './processes.ts';

const [cache = ''] = process.argv.slice(2);
const found = await chromiumPath(cache);
const browser = await launchChromium(cache);
const page = await browser.newPage();
await page.setContent('<canvas width="9" height="9"></canvas><p><span>Words</span></p>');
const seen = await page.evaluate(() => {
  const canvas = document.querySelector('canvas');
  const brush = canvas?.getContext('2d');
  if (!brush) return undefined;
  brush.fillStyle = 'rgb(10, 20, 30)';
  brush.fillRect(0, 0, 9, 9);
  const width = document.querySelector('span')?.getBoundingClientRect().width;
  return { pixel: [...brush.getImageData(4, 4, 1, 1).data], width };
});
const processes = await findProcesses(found.executablePath);
const maps = await Promise.all(
  processes.map((pid) => readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '')),
);
const libraries = new Set(maps.join('\n').match(/\/\S*libnss3\.so\S*/g));
await browser.close();
const { ino } = await stat(found.executablePath);
process.stdout.write(
  `${JSON.stringify({ ...seen, ino, libraries: [...libraries], args: found.args, executablePath: found.executablePath, fonts: found.env?.['FONTCONFIG_PATH'] })}\n`,
);
