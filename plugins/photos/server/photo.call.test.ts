// Photos sent to the real console: what becomes a picture, and that no file takes the console down.
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { validEnvironment } from '@inaam/testing/server/programs/program-process.ts';
import {
  durableTestDatabase,
  openTestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { biscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';
import { campaignsFolder } from '@inaam/campaigns/loader/load-campaign.ts';
import { randomBytes } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { consoleOrigin, testConsole } from '@inaam/testing/server/console/test-console.ts';
import { photo, type Choice, type Place } from '../contract.ts';
import { createPictureMaker } from './picture-maker.ts';
import { refusals } from './photo.rules.ts';

const clone = await durableTestDatabase();
const database = openTestDatabase(clone.url, 4);
const campaign = await biscuitCampaign();
const site = await testConsole({
  database,
  databaseUrl: clone.url,
  campaign,
  keys: allKeysOf(testSecrets, campaign.id),
  time: { wall: Date.now(), campaign: Date.parse('2025-06-01T06:00:00Z') },
});
afterAll(() => clone.drop());
afterAll(() => database.end());
afterAll(() => site.close());
const manager = await site.signedIn('manager', 'Mira');
const address = `${await site.app.listen({ port: 0, host: '127.0.0.1' })}${photo.address}`;

const hero: Place = { across: 720, down: 260, widthMin: 720, widthMax: 1600, bytesMax: 40_000 };
const middle: Choice = { x: 0.5, y: 0.5, zoom: 1 };

type Around = { cookie?: string; place?: Place; choice?: Choice; headers?: object };

async function send(body: Buffer, around: Around = {}) {
  const { cookie = manager, place = hero, choice = middle, headers = {} } = around;
  const all = {
    origin: consoleOrigin,
    'sec-fetch-site': 'same-origin',
    'content-type': photo.type,
    cookie,
    [photo.header]: encodeURIComponent(JSON.stringify({ place, choice })),
    ...headers,
  };
  const answer = await fetch(address, { method: 'POST', headers: all, body: new Uint8Array(body) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isPicture = answer.headers.get('content-type') === photo.answerType;
  const said: unknown = isPicture ? {} : JSON.parse(bytes.toString('utf8'));
  return { status: answer.status, bytes, said };
}

const plain = (width: number, height: number, background = '#a04020') =>
  sharp({ create: { width, height, channels: 3, background } });
const large = () => plain(2000, 1500);
/** Each pixel of another colour: nothing compresses worse. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

/** Held sideways by a phone that knows where it was: the upper half is red, the lower blue. */
async function sideways(): Promise<Buffer> {
  const half = await plain(1200, 800, '#ff0000').png().toBuffer();
  return plain(1200, 1600, '#0000ff')
    .composite([{ input: half, left: 0, top: 0 }])
    .rotate(-90)
    .withExif({
      IFD0: { Make: 'SecretPhone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 5/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

const redness = async (bytes: Buffer, top: number) => {
  const { width, height } = await sharp(bytes).metadata();
  const at = { left: Math.round(width / 2), top: Math.round((height - 1) * top) };
  const part = sharp(bytes).extract({ ...at, width: 1, height: 1 });
  const pixel = await part.raw().toBuffer();
  return pixel[0] ?? 0;
};

test('a phone’s photo is turned upright, cropped to its place, and says nothing of where it was', async () => {
  const photoOfPhone = await sideways();
  expect(photoOfPhone.includes('SecretPhone')).toBe(true);
  const { status, bytes } = await send(photoOfPhone, { place: { ...hero, across: 1, down: 1 } });
  expect(status).toBe(200);
  const found = await sharp(bytes).metadata();
  expect(found).toMatchObject({ format: 'heif', compression: 'av1', width: 1080, height: 1080 });
  expect([found.exif, found.xmp, found.orientation].filter(Boolean)).toEqual([]);
  expect(bytes.includes('SecretPhone')).toBe(false);
  expect(await redness(bytes, 0.1)).toBeGreaterThan(200);
  expect(await redness(bytes, 0.9)).toBeLessThan(50);
  const top = { ...middle, y: 0 };
  const above = await send(photoOfPhone, { choice: top });
  expect(await redness(above.bytes, 0.9)).toBeGreaterThan(200);
});

test('a draft with it is approved by another manager, written into the folder, and valid', async () => {
  const { bytes } = await send(await sideways());
  const post = async (call: string, fields: object, cookie: string) => {
    const headers = { origin: consoleOrigin, cookie };
    const url = `/api/campaign/draft${call}`;
    const answer = await site.app.inject({ method: 'POST', url, headers, payload: fields });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const edits = [{ file: 'art/hero.avif', path: [], value: bytes.toString('base64') }];
  const { version } = await post('/save', { version: 0, edits }, manager);
  const ravi = await site.signedIn('manager', 'Ravi');
  const { preview } = await post('', {}, ravi);
  await post('/approve', { version, preview }, ravi);
  const campaigns = await folderOfTest();
  const filter = (file: string) => path.basename(file) !== 'node_modules';
  await cp(campaignsFolder, campaigns, { recursive: true, filter });
  const folder = path.join(campaigns, campaign.id);
  const words = ['campaign', 'draft', '--to', folder, '--why', 'a new photo'];
  const variables = validEnvironment(clone.url);
  const written = await runOperatorInProcess(words, { variables });
  expect(written).toMatchObject({ exit: 0, output: expect.stringContaining('approved by Ravi') });
  const checked = await runOperatorInProcess(['campaign', 'check', folder]);
  expect(checked).toMatchObject({ exit: 0, output: expect.stringContaining('is valid') });
  const file = await readFile(path.join(folder, 'art/hero.avif'));
  expect(file).toEqual(bytes);
  expect((await sharp(file).metadata()).exif).toBeUndefined();
});

test.each([
  ['JPEG', () => large().jpeg()],
  ['progressive JPEG in CMYK', () => large().toColourspace('cmyk').jpeg({ progressive: true })],
  ['PNG of 16 bits', () => large().toColourspace('rgb16').png()],
  ['PNG of a palette', () => large().png({ palette: true })],
  ['PNG with transparency', () => large().ensureAlpha(0.5).png()],
  ['grey JPEG', () => large().greyscale().jpeg()],
  ['WebP', () => large().webp()],
  ['AVIF', () => large().avif({ effort: 0 })],
  ['WebP with a profile', () => large().withIccProfile('p3').webp()],
])('a %s becomes a picture of the wanted size', async (_name, make) => {
  const { status, bytes } = await send(await make().toBuffer());
  expect(status).toBe(200);
  const { width, height, icc, pages = 1 } = await sharp(bytes).metadata();
  expect([width, height, icc, pages]).toEqual([1080, 390, undefined, 1]);
  expect(bytes.length).toBeLessThanOrEqual(hero.bytesMax);
});

const jpeg = await large().jpeg().toBuffer();
const frames = ['#ff0000', '#0000ff'].map((colour) => plain(800, 600, colour).png().toBuffer());
const moving = sharp(await Promise.all(frames), { join: { animated: true } }).webp();
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>',
);
const box = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, 'latin1');
/** A PNG's header that promises any size, with next to no content. */
async function promising(width: number, height: number): Promise<Buffer> {
  const png = await plain(8, 8).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

const hostile: [string, keyof typeof refusals, () => Buffer | Promise<Buffer>][] = [
  ['nothing', 'unknown', () => Buffer.alloc(0)],
  ['a drawing that is named .jpg', 'unknown', () => svg],
  ['a GIF', 'unknown', () => plain(900, 900).gif().toBuffer()],
  ['a TIFF', 'unknown', () => plain(900, 900).tiff().toBuffer()],
  ['a PDF', 'unknown', () => Buffer.from('%PDF-1.7\n')],
  ['a photo of an iPhone', 'heic', () => box('heic')],
  ['an AVIF that moves', 'moving', () => box('avis')],
  ['a WebP that moves', 'moving', () => moving.toBuffer()],
  ['a JPEG that ends early', 'broken', () => jpeg.subarray(0, jpeg.length / 2)],
  ['the head of a JPEG alone', 'broken', () => jpeg.subarray(0, 40)],
  ['an AVIF without a picture', 'broken', () => box('avif')],
  ['a drawing behind a JPEG’s start', 'broken', () => Buffer.concat([jpeg.subarray(0, 3), svg])],
  ['a PNG of 60,000 × 60,000', 'large', () => promising(60_000, 60_000)],
  ['a PNG of 2,147,483,647 pixels', 'broken', () => promising(2_147_483_647, 1)],
  ['a PNG of no pixels', 'broken', () => promising(0, 0)],
  ['a PNG whose header is a lie', 'broken', () => promising(5000, 5000)],
  ['a bomb of 8,000 × 8,000 in a few bytes', 'large', () => plain(8000, 8000).png().toBuffer()],
  ['a stripe', 'small', () => plain(30_000, 2).png().toBuffer()],
  ['a small photo', 'small', () => plain(700, 500).jpeg().toBuffer()],
];

test.each(hostile)('%s is refused: %s', async (_name, why, make) => {
  const { status, said } = await send(await make());
  expect([status, said]).toEqual([409, { code: 'refused', message: refusals[why] }]);
});

test('after all of them the console answers, and has logged nothing of a file', async () => {
  expect((await site.call('readSession', {}, { cookie: manager })).status).toBe(200);
  expect(site.logged()).not.toMatch(/Failed|SecretPhone|sharp/i);
});

test('what has more after its end is a picture without it', async () => {
  const more = Buffer.from('<script>secret</script>');
  const { status, bytes } = await send(Buffer.concat([jpeg, more]));
  expect([status, bytes.includes('secret')]).toEqual([200, false]);
});

test('what compresses worst still fits its place, or is refused', async () => {
  const most = await noise(1600, 1200).jpeg().toBuffer();
  const { status, bytes } = await send(most);
  expect(status).toBe(200);
  expect(bytes.length).toBeLessThanOrEqual(hero.bytesMax);
  const { said } = await send(most, { place: { ...hero, bytesMax: 1000 } });
  expect(said).toMatchObject({ message: refusals.heavy });
});

test('a part that is too small for its place is refused before it would be blurred', async () => {
  const { said } = await send(jpeg, { choice: { ...middle, zoom: 4 } });
  expect(said).toMatchObject({ message: refusals.small });
});

test.each([...consoleRoles, undefined])('%s makes a picture, or may not', async (role) => {
  const cookie = role ? await site.signedIn(role, `Photo of ${role}`) : '';
  const wanted = role === 'manager' ? 200 : role ? 403 : 401;
  expect((await send(jpeg, { cookie })).status).toBe(wanted);
});

const huge = { place: { ...hero, widthMax: 20_000 }, choice: middle };

test.each([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
  ['a form', { 'content-type': 'multipart/form-data' }, 400],
  ['a call', { 'content-type': 'application/json' }, 400],
  ['who says nothing of the place', { [photo.header]: '' }, 400],
  ['who wants a huge picture', { [photo.header]: encodeURIComponent(JSON.stringify(huge)) }, 400],
])('a photo of %s is refused before it is read', async (_who, headers, status) => {
  expect((await send(jpeg, { headers })).status).toBe(status);
});

test('more than 15 MB are refused', async () => {
  const { status, said } = await send(Buffer.alloc(photo.bytesMax + 1, 0xff));
  expect([status, said]).toMatchObject([409, { message: expect.stringContaining('15 MB') }]);
});

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const fields = JSON.stringify({ place: hero, choice: middle });

test('a photo that takes too long ends, and the next one is read; of very many some are refused', async () => {
  const hasty = createPictureMaker(quiet, 1);
  await expect(hasty.make(jpeg, fields)).rejects.toThrow(refusals.slow);
  const maker = createPictureMaker(quiet);
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => maker.make(jpeg, fields)));
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  const stopped = maker.make(jpeg, fields);
  await maker.stop();
  await expect(stopped).rejects.toThrow('restarted');
});
