// Many pictures on one sheet.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';

export type Picture = { png: Buffer; caption?: string };

type Grid = { columns: number; width: number; gap: number; background: string };

/** Stores the pictures side by side as one. */
export async function takeSheet(
  browser: Browser,
  file: string,
  pictures: readonly Picture[],
  { columns, width, gap, background }: Grid,
): Promise<void> {
  const sheet = `body{margin:0;display:grid;grid-template-columns:repeat(${columns},${width}px);
    gap:${gap}px;background:${background};font:12px system-ui}figure{margin:0}img{display:block;width:100%}`;
  const figures = pictures.map(({ png, caption }) => {
    const text = caption === undefined ? '' : `<figcaption>${escaped(caption)}</figcaption>`;
    const source = `data:image/png;base64,${png.toString('base64')}`;
    return `<figure><img src="${source}" alt="">${text}</figure>`;
  });
  // The picture of a page is at least as high as the viewport.
  const viewport = { width: columns * (width + gap) - gap, height: 100 };
  const page = await browser.newPage({ viewport });
  await page.setContent(`<!doctype html><style>${sheet}</style>${figures.join('')}`);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}

const style = `body{margin:16px;font:15px system-ui;background:#ddd}section{display:flex;gap:12px;
align-items:start;overflow-x:auto;padding-bottom:16px}h2{position:sticky;left:0;margin:16px 0 4px}
figure{margin:0;flex:none}figcaption{font-size:12px}img{height:480px;max-width:none;border:1px solid #888}`;

/**
 * Writes one page with all pictures of a campaign, a row for each stop.
 * @param files `<language>/<size>/<nn stop>.png`, in the order they were taken
 */
export async function writeIndex(
  folder: string,
  title: string,
  files: readonly string[],
): Promise<void> {
  const rows = Map.groupBy(files, (file) => path.basename(file, '.png'));
  const sections = [...rows]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([stop, own]) => {
      const figures = own.map((file) => {
        const address = file.split(path.sep).map(encodeURIComponent).join('/');
        return `<figure><a href="${address}"><img loading="lazy" src="${address}" alt=""></a><figcaption>${escaped(path.dirname(file))}</figcaption></figure>`;
      });
      return `<h2>${escaped(stop)}</h2><section>${figures.join('')}</section>`;
    });
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style><h1>${escaped(title)}</h1>${sections.join('')}</html>`;
  await writeFile(path.join(folder, 'index.html'), page);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
