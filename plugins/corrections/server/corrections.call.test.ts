// A running campaign is corrected: by one manager, approved by another, and seen by shoppers.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { campaignsFolder, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { noticeHash } from '@inaam/campaigns/loader/notice-hash.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { sourceOf } from '@inaam/server/http/page/template.ts';
import { followCampaign, type CampaignFollower } from '@inaam/server/main/follow-campaign.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import {
  serverOnDatabase,
  testSecrets,
  type TestServer,
} from '@inaam/testing/server/app/server-on-database.ts';
import {
  biscuitCampaign,
  committedCampaign,
} from '@inaam/testing/server/campaign/committed-campaign.ts';
import { testConsole, type TestConsole } from '@inaam/testing/server/console/test-console.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { validEnvironment } from '@inaam/testing/server/programs/program-process.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import {
  durableTestDatabase,
  openTestDatabase,
  type TestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { folderOfFile, folderOfTest } from '@inaam/testing/setup/folders.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { corrections, type CorrectionEdit } from '../contract.ts';
import { corrections as plugin } from '../plugin.ts';
import { checkCorrections } from './campaign-corrections.command.ts';

const id = 'biscuit-2025';
const site = await folderOfFile();
await mkdir(path.join(site, 'assets'), { recursive: true });
await writeFile(
  path.join(site, 'index.html'),
  '<html lang="en"><!--campaign--><!--scripts-needed--><!--cannot-start--><!--press-wait--><!--press-busy--><body></body></html>',
);

let clone: TestDatabase;
let database: Database;
let office: TestConsole;
let asha: string;
let ravi: string;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  clone = await durableTestDatabase();
  database = openTestDatabase(clone.url, 4);
  const campaign = await biscuitCampaign();
  await committedCampaign(database, campaign, testSecrets);
  const time = { wall: Date.now(), campaign: Date.parse('2025-07-01T06:00:00Z') };
  const keys = allKeysOf(testSecrets, id);
  office = await testConsole({ database, databaseUrl: clone.url, campaign, keys, time });
  asha = await office.signedIn('manager', 'Asha');
  ravi = await office.signedIn('manager', 'Ravi');
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  await office.close();
  await database.end();
  await clone.drop();
});

const logged: unknown[] = [];

/** As a process of `serve`: with separate connections and its own polling. */
async function openSite(): Promise<TestServer & { follower: CampaignFollower }> {
  const own = openTestDatabase(clone.url, 1, 'inaam_serve');
  const campaign = await committedCampaign(database, await biscuitCampaign(), testSecrets);
  const log = (facts: object, said: string) => void logged.push({ ...facts, said });
  const follower = await followCampaign(own, campaign, { info: log, error: log });
  const { corrected, lastDay, stop } = follower;
  const server = await serverOnDatabase(
    { url: clone.url, drop: async () => undefined },
    { role: 'inaam_serve', site, corrected, lastDay },
  );
  await server.app.ready();
  ends.push(
    () => own.end(),
    stop,
    () => server.close(),
  );
  return { ...server, follower };
}

const read = async (cookie = asha) =>
  corrections.readCorrections.answer.parse(
    (await office.call('readCorrections', {}, { cookie })).body,
  );
const find = async (words: string) => {
  const { body } = await office.call('findCorrectable', { words }, { cookie: asha });
  return corrections.findCorrectable.answer.parse(body);
};
const propose = (edits: readonly CorrectionEdit[], cookie = asha, comment = 'A typo') =>
  office.call('proposeCorrection', { edits, comment }, { cookie });
const ask = async (...sent: Parameters<typeof propose>) => {
  const { status, body } = await propose(...sent);
  expect([status, body]).toEqual([200, expect.anything()]);
};
const check = async (number: number, cookie = ravi) => {
  const { body } = await office.call('checkCorrection', { number, edits: [] }, { cookie });
  return corrections.checkCorrection.answer.parse(body);
};
const approve = async (number: number, cookie = ravi, seen?: string) =>
  office.call(
    'approveCorrection',
    { number, seen: seen ?? (await check(number, cookie)).seen },
    { cookie },
  );
const close = (number: number, cookie: string) =>
  office.call('closeCorrection', { number, reason: 'Not so' }, { cookie });

/** Of the first text of this language that has the words. */
async function edit(words: string, to: string, language = 'en'): Promise<CorrectionEdit> {
  const { texts } = await find(words);
  const found = texts.find(
    ({ file, value }) => file === `words/${language}.json` && value.includes(words),
  );
  if (!found) throw new Error(`No text of ${language} has "${words}".`);
  const { value: before, ...place } = found;
  return { ...place, before, after: before.replace(words, to) };
}
const contact = (name: 'email' | 'phone', before: string, after: string): CorrectionEdit => ({
  file: 'campaign.json',
  path: ['contacts', name],
  before,
  after,
});
const audits = async () => {
  const { rows } = await database.query<{ command: string; operator: string }>(
    `select command, operator, why from inaam.audit where command like '%correction%' order by number`,
  );
  return rows;
};

/** Two seconds, and more where the machine has other work. */
async function inTime(isSo: () => Promise<boolean>, limitMs = 20_000): Promise<void> {
  const start = performance.now();
  while (!(await isSo())) {
    if (performance.now() - start > limitMs) throw new Error(`Not within ${limitMs} ms.`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

test('a sentence, a contact and a picture are on every site soon after the approval', async () => {
  const sites = [await openSite(), await openSite()];
  const { art } = await biscuitCampaign();
  const [hero] = (await read()).pictures.filter(({ file }) => file === 'art/hero.svg');
  const svg = hero?.svg ?? '';
  const edits = [
    await edit('Enjoy your biscuits!', 'Enjoy your fresh biscuits!'),
    contact('phone', '1800 000 0000', '1800 111 2222'),
    {
      file: 'art/hero.svg',
      path: [],
      before: svg,
      after: svg.replace('</svg>', '<g id="new"></g></svg>'),
    },
  ];
  await ask(edits);
  expect(await read(ravi)).toMatchObject({
    corrections: [{ number: 1, by: 'Asha', isMine: false, state: 'open', comment: 'A typo' }],
  });
  expect(await check(1)).toMatchObject({ faults: [], asksAgain: true });
  const page = async ({ app }: TestServer) => app.inject({ url: '/' });
  const isShown = async (server: TestServer) => (await page(server)).body.includes('1800 111 2222');
  expect(await Promise.all(sites.map(isShown))).toEqual([false, false]);
  expect((await approve(1)).body).toMatchObject({ message: expect.stringContaining('approved') });
  await inTime(async () => (await Promise.all(sites.map(isShown))).every(Boolean));
  for (const { app } of sites) {
    const { body, headers } = await app.inject({ url: '/' });
    expect(body).toContain('Enjoy your fresh biscuits!');
    const [, sheet = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    expect(headers['content-security-policy']).toContain(sourceOf(sheet));
    expect((await app.inject({ url: '/words/en.json' })).body).toContain('fresh biscuits');
    const [fresh = ''] = /\/art\/hero-\w+\.svg/.exec(body) ?? [];
    expect(fresh).not.toBe(art.hero);
    const drawing = await app.inject({ url: fresh });
    expect(drawing.body).toContain('<g id="new">');
    expect(drawing.headers['cache-control']).toContain('immutable');
    // Of a page that was open before.
    expect((await app.inject({ url: art.hero })).body).toBe(svg);
    const other = await app.inject({ url: '/art/hero-0123456789.svg' });
    expect([other.body, other.headers['cache-control']]).toEqual([drawing.body, 'no-cache']);
    const frame = await app.inject({ url: '/terms/' });
    const [style = ''] = /\/art\/frame-\w+\.css/.exec(frame.body) ?? [];
    expect((await app.inject({ url: style })).headers['cache-control']).toContain('immutable');
  }
  expect(await audits()).toEqual([
    { command: 'console campaign correction propose', operator: 'Asha', why: 'A typo' },
    { command: 'console campaign correction approve', operator: 'Ravi', why: 'Read and approved' },
  ]);
  // A process that starts later.
  expect(await isShown(await openSite())).toBe(true);
});

test('a moved last day and a correction are both shown', async () => {
  const { follower, app } = await openSite();
  await ask([await edit('Enjoy your biscuits!', 'Enjoy them!')]);
  await approve(1);
  await follower.look();
  const shown = follower.corrected().withLastDay('2025-07-31');
  expect(shown.words('en').reward.thanks).toBe('Enjoy them!');
  expect(shown.programme.to).toBe('2025-07-31');
  const { commitment } = shown.publicCampaign('en');
  expect(commitment).toMatch(/^[\da-f]{64}$/);
  expect((await app.inject({ url: '/' })).body).toContain('Enjoy them!');
});

test('nobody approves what is his own, nobody decides twice, and a viewer decides nothing', async () => {
  await ask([await edit('Enjoy your biscuits!', 'Enjoy them!')]);
  const viewer = await office.signedIn('viewer');
  const { seen } = await check(1);
  expect(await approve(1, asha, seen)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Another manager') },
  });
  expect((await approve(1, viewer, seen)).status).toBe(403);
  const direct = (decision: string, decider: string) =>
    database.query(
      `insert into inaam.correction_decision
       select campaign, number, author, $1, ${decider}, 'x', now(), 'x' from inaam.correction`,
      [decision],
    );
  await expect(direct('approved', 'author')).rejects.toThrow('correction_decision_by_another');
  await expect(direct('withdrawn', `'other'`)).rejects.toThrow('correction_decision_by_another');
  // Both at once.
  const maya = await office.signedIn('manager', 'Maya');
  const both = await Promise.all([approve(1, ravi, seen), approve(1, maya, seen)]);
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    message: expect.stringMatching(/has approved it already/),
  });
  expect((await close(1, asha)).status).toBe(409);
  expect(await read()).toMatchObject({ corrections: [{ state: 'approved' }] });
});

test('the author withdraws, another one declines with a reason, and shoppers see nothing of it', async () => {
  const { follower } = await openSite();
  const one = await edit('Enjoy your biscuits!', 'Enjoy them!');
  await ask([one]);
  await ask([one], ravi);
  expect((await close(1, asha)).body).toMatchObject({ message: 'Correction 1 is withdrawn.' });
  expect((await close(2, asha)).body).toMatchObject({ message: 'Correction 2 is declined.' });
  expect((await approve(2, asha, 'x')).status).toBe(409);
  await follower.look();
  expect(follower.corrected().words('en').reward.thanks).toBe('Enjoy your biscuits!');
  expect(await read()).toMatchObject({
    corrections: [
      { number: 2, state: 'declined', decided: { by: 'Asha', reason: 'Not so' } },
      { number: 1, state: 'withdrawn' },
    ],
  });
});

test('an approval counts for what was seen: another one in between is said', async () => {
  const one = await edit('Enjoy your biscuits!', 'Enjoy them!');
  await ask([one]);
  await ask([{ ...one, after: 'Enjoy it!' }]);
  await ask([await edit('Spin for your reward', 'Spin for a reward')]);
  const [first, third] = [await check(1), await check(3)];
  expect((await approve(1, ravi, 'ab'.repeat(32))).status).toBe(409);
  expect((await approve(1, ravi, first.seen)).status).toBe(200);
  expect(await approve(2)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('has been changed there in the meantime') },
  });
  expect(await approve(3, ravi, third.seen)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('not as you saw it') },
  });
  expect((await approve(3)).status).toBe(200);
  // Back again: the last one counts.
  await ask([{ ...one, before: 'Enjoy them!', after: one.before }]);
  expect((await approve(4)).status).toBe(200);
  const { follower } = await openSite();
  expect(follower.corrected().words('en').reward.thanks).toBe('Enjoy your biscuits!');
});

const words = 'words/en.json';
test.each([
  [
    { file: 'rewards.json', path: ['outcomes', 0, 'amount'], before: '5', after: '50' },
    'committed',
  ],
  [{ file: '../../package.json', path: ['name'], before: 'inaam', after: 'x' }, 'Only words'],
  [{ file: 'words/../campaign.json', path: ['name'], before: 'x', after: 'y' }, 'Only words'],
  [{ file: words, path: ['__proto__', 'polluted'], before: 'x', after: 'y' }, 'no such sentence'],
  [{ file: words, path: ['reward', 'nothing'], before: 'x', after: 'y' }, 'changed there'],
  [{ file: 'art/other.svg', path: [], before: 'x', after: '<svg/>' }, 'Only words'],
  [contact('email', 'support@inaam.example', 'nobody'), 'an email address'],
])('an insider asks for %j, and nothing is written', async (one, sentence) => {
  expect(await propose([one])).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(sentence) },
  });
  expect(await read()).toMatchObject({ corrections: [] });
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('a picture that could run, or is too large, is refused with the loader’s sentence', async () => {
  const { pictures } = await read();
  const { svg: before = '' } = pictures.find(({ file }) => file === 'art/emblem.svg') ?? {};
  const picture = (after: string) => propose([{ file: 'art/emblem.svg', path: [], before, after }]);
  for (const after of ['<svg><script>1</script></svg>', `<svg>${' '.repeat(17_000)}</svg>`]) {
    expect(await picture(after)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('art/emblem.svg') },
    });
  }
});

test('one that does not fit the folder is an alarm and a fault of doctor, and the site goes on', async () => {
  const { follower, app } = await openSite();
  await database.query(
    `insert into inaam.correction values ($1, 1, now(), 'a', 'Asha', 'x',
       '[{"file":"words/en.json","path":["reward","thanks"],"before":"Other","after":"Wrong"}]')`,
    [id],
  );
  await database.query(
    `insert into inaam.correction_decision values ($1, 1, 'a', 'approved', 'b', 'Ravi', now(), 'x')`,
    [id],
  );
  await ask([await edit('Spin for your reward', 'Spin for a reward')]);
  expect((await approve(2)).status).toBe(200);
  logged.length = 0;
  await follower.look();
  expect(logged).toContainEqual(
    expect.objectContaining({
      alarm: true,
      correction: 1,
      said: expect.stringContaining('words/en.json'),
    }),
  );
  expect((await app.inject({ url: '/' })).body).toContain('Spin for a reward');
  expect(await checkCorrections(database, id)).toMatchObject({
    state: 'fault',
    found: expect.stringContaining('1 of 2 approved corrections are not shown'),
  });
  expect(await read()).toMatchObject({
    corrections: [{ problem: null }, { problem: expect.stringContaining('words/en.json') }],
  });
});

test('each version of the documents stays readable, and the hash of a consent names its notice', async () => {
  const { app, follower, time } = await openSite();
  const before = noticeHash(follower.corrected().words('en'));
  const recorded = async (count: number) =>
    inTime(async () => {
      const { rowCount } = await database.query(
        `select from inaam.published_document where language = 'en' and kind = 'notice'`,
      );
      return rowCount === count;
    });
  await recorded(1);
  const { texts } = await find('last day to a later or an earlier date');
  const notice = await edit('Privacy notice', 'Notice of privacy');
  const [term] = texts;
  expect(term).toBeDefined();
  const after = term?.value.replace('a later or an earlier', 'an earlier or a later') ?? '';
  const { value = '', ...place } = term ?? { file: '', path: [] };
  await ask([{ ...place, before: value, after }, notice]);
  expect(await check(1)).toMatchObject({ asksAgain: true });
  time.wall += 60_000;
  await approve(1);
  await recorded(2);
  const now = noticeHash(follower.corrected().words('en'));
  const { documents } = await read();
  const notices = documents.filter(({ kind, language }) => kind === 'notice' && language === 'en');
  expect(notices).toMatchObject([
    { hash: now, until: null },
    { hash: before, until: expect.any(Number) },
  ]);
  const shown = await office.call(
    'readPublished',
    { kind: 'notice', language: 'en', hash: before },
    { cookie: asha },
  );
  expect(shown.body).toMatchObject({ lines: expect.arrayContaining(['Privacy notice']) });
  const current = await app.inject({ url: '/terms/?language=en' });
  expect(current.body).toContain('an earlier or a later date');
  const [, old = ''] = /href="(\/terms\/[\da-f]{64}\?language=en)"/.exec(current.body) ?? [];
  expect((await app.inject({ url: old })).body).toContain('a later or an earlier date');
  for (const url of ['/terms/00', '/terms/__proto__']) {
    expect((await app.inject({ url })).statusCode).toBe(404);
  }
  expect((await app.inject({ url: '/terms' })).headers.location).toBe('/terms/');
});

test('before the commitment nothing is corrected', async () => {
  const campaign = await loadCampaign('tea-demo');
  const time = { wall: Date.now(), campaign: Date.parse('2026-01-05T06:00:00Z') };
  const keys = allKeysOf(testSecrets, 'tea-demo');
  const other = await testConsole({ database, databaseUrl: clone.url, campaign, keys, time });
  ends.push(() => other.close());
  const cookie = await other.signedIn('manager', 'Maya');
  const answer = await other.call('readCorrections', {}, { cookie });
  expect(answer.body).toMatchObject({ isCommitted: false, corrections: [], documents: [] });
  const edits = [contact('phone', campaign.contacts.phone, '1800 111 2222')];
  expect(
    await other.call('proposeCorrection', { edits, comment: 'A typo' }, { cookie }),
  ).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('under Edit') },
  });
});

test('the folder is written as the site is, with its words signed off, and nothing else in it', async () => {
  await ask([await edit('Enjoy your biscuits!', 'Enjoy them!')]);
  await approve(1);
  const variables = validEnvironment(clone.url);
  const parent = await folderOfTest();
  const to = path.join(parent, id);
  await cp(path.join(campaignsFolder, id), to, { recursive: true });
  const run = (...more: string[]) =>
    runOperatorInProcess(['campaign', 'corrections', ...more], { variables });
  expect((await run()).output).toContain('1. Asha: “A typo”, approved by Ravi');
  expect(await run('--to', to)).toMatchObject({ exit: 2 });
  expect(await run('--to', to, '--why', 'x')).toMatchObject({ exit: 0, errors: '' });
  const file = path.join(to, 'words', 'en.json');
  const written = await readFile(file, 'utf8');
  const before = await readFile(path.join(campaignsFolder, id, 'words', 'en.json'), 'utf8');
  const known = new Set(before.split('\n'));
  expect(written.split('\n').filter((line) => !known.has(line))).toEqual([
    expect.stringContaining('"thanks": "Enjoy them!"'),
  ]);
  await writeFile(file, `${before} `);
  expect(await run('--to', to, '--why', 'x')).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('words/en.json differs'),
  });
});

test('everybody reads corrections, and a manager asks and decides', () => {
  const { readCorrections, findCorrectable, readPublished, ...changes } = corrections;
  for (const { may } of [readCorrections, findCorrectable, readPublished]) {
    expect(may).toEqual(consoleRoles);
  }
  expect(Object.values(changes).flatMap(({ may }) => may)).toEqual(Array(4).fill('manager'));
});

test('each role has these rights on its tables and no other: nobody changes or deletes a row', async () => {
  const asked = 'correction correction_decision';
  const all = `${asked} published_document`;
  expect(await readHeldRights(database, plugin)).toEqual(
    rightsOf({
      inaam_operator: { select: all },
      inaam_console: { select: all, insert: asked },
      inaam_serve: { select: all, insert: 'published_document' },
      inaam_audit: { select: all },
    }),
  );
});
