// The contact sheet of `npm run screens`: one page with all pictures of a campaign, one row per
// stop. Loads only the pictures next to it.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const style = `body{margin:16px;font:15px system-ui;background:#ddd}section{display:flex;gap:12px;
align-items:start;overflow-x:auto;padding-bottom:16px}h2{position:sticky;left:0;margin:16px 0 4px}
figure{margin:0;flex:none}figcaption{font-size:12px}img{height:480px;max-width:none;border:1px solid #888}`;

/** @param files `<language>/<size>/<nn stop>.png`, in the order they were taken */
export async function writeSheet(
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
