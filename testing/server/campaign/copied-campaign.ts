import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { campaignsFolder } from '@inaam/campaigns/loader/load-campaign.ts';

/**
 * Makes a folder with one campaign for a test to change.
 * @param name of the campaign's folder
 */
export async function copyCampaign(folder: string, id: string, name = id): Promise<void> {
  for (const part of [id, 'places', 'default-words']) {
    const to = join(folder, part === id ? name : part);
    await cp(join(campaignsFolder, part), to, { recursive: true });
  }
}

/** @param file relative to the folder of campaigns */
export async function changeFile(
  folder: string,
  file: string,
  change: (text: string) => string,
): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${file} would stay as it is.`);
  await writeFile(path, changed);
}

export const changeJson = (
  folder: string,
  file: string,
  change: (json: Record<string, unknown>) => object,
): Promise<void> => changeFile(folder, file, (text) => JSON.stringify(change(JSON.parse(text))));

/** Serves it in these languages alone. Each more takes a tenth of a second to check. */
export async function keepLanguages(
  folder: string,
  id: string,
  languages: readonly string[],
): Promise<void> {
  const words = join(folder, id, 'words');
  const others = (await readdir(words)).filter(
    (file) => !languages.includes(file.split('.')[0] ?? ''),
  );
  for (const file of others) await rm(join(words, file));
  const file = join(folder, id, 'campaign.json');
  const list = `"languages": ${JSON.stringify(languages)}`;
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/"languages": ?\[[^\]]*\]/, list));
}

const ownSentences: readonly (readonly [place: string, sentences: Record<string, string>])[] = [
  ['entry', { brand: 'Kaapi' }],
  ['home', { headline: 'Kaapi!' }],
  ['reward', { thanks: 'Kaapi!' }],
  ['closed', { notStartedTitle: 'Kaapi!', pausedTitle: 'Kaapi!' }],
];

const withOwnSentences = (words: Record<string, unknown>) => ({
  ...words,
  ...Object.fromEntries(
    ownSentences.map(([place, own]) => [place, Object.assign({}, words[place], own)]),
  ),
});

/** Writes what is a brand's own over what a launch refuses of a demonstration. */
export async function writeOwn(
  folder: string,
  id: string,
  languages: readonly string[],
): Promise<void> {
  for (const language of languages) {
    await changeJson(folder, join(id, 'words', `${language}.json`), withOwnSentences);
  }
  await changeJson(folder, `${id}/campaign.json`, (campaign) => ({
    ...campaign,
    name: 'Kaapi Mornings',
    promoter: 'Kaapi Ltd',
    redeemAt: 'Kaapi Bar',
    contacts: { email: 'help@kaapi.in', phone: '1800 425 1927' },
  }));
  await keepLanguages(folder, id, languages);
  await changeFile(folder, `${id}/campaign.json`, (text) => text.replace('#e59a52', '#d98d44'));
  await changeFile(folder, `${id}/sms.json`, (text) =>
    text
      .replaceAll('INAAMB', 'KAAPIM')
      .replaceAll('Inaam Mart', 'Kaapi Bar')
      .replaceAll(/(?<=110[17])0{10}/g, '2513948672'),
  );
  const art = join(folder, id, 'art');
  const files = await readdir(art);
  for (const file of files.filter((name) => name.endsWith('.avif'))) await rm(join(art, file));
  for (const name of ['character', 'emblem', 'hero', 'pattern']) {
    const file = join(art, `${name}.svg`);
    const svg = await readFile(file, 'utf8');
    await writeFile(
      file,
      svg.replace(/(?<=fill="#[\da-f]{5})[\da-f]/, (digit) => (digit === '0' ? '1' : '0')),
    );
  }
}
