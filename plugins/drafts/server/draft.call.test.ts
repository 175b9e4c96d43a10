// A draft of the campaign before its commitment: what is checked, saved, approved, handed over.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import { drafts } from '../plugin.ts';
import { draft, type DraftEdit } from '../contract.ts';
import {
  biscuitCampaign,
  committedCampaign,
} from '@inaam/testing/server/campaign/committed-campaign.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { validEnvironment } from '@inaam/testing/server/programs/program-process.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import {
  openTestDatabase,
  durableTestDatabase,
  type TestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { testConsole, type TestConsole } from '@inaam/testing/server/console/test-console.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '@inaam/server/database/database.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { campaignsFolder } from '@inaam/campaigns/loader/load-campaign.ts';
import { readFolder } from '@inaam/campaigns/loader/folder-edits.ts';
import { checkDraftFiles } from './draft-folder.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const id = 'biscuit-2025';
let clone: TestDatabase;
let database: Database;
let site: TestConsole;
let asha: string;
let ravi: string;
// Each with its own database: one test commits to the draw.
beforeEach(async () => {
  clone = await durableTestDatabase();
  database = openTestDatabase(clone.url, 4);
  const campaign = await biscuitCampaign();
  const time = { wall: Date.now(), campaign: Date.parse('2025-06-01T06:00:00Z') };
  const keys = allKeysOf(testSecrets, id);
  site = await testConsole({ database, databaseUrl: clone.url, campaign, keys, time });
  asha = await site.signedIn('manager', 'Asha');
  ravi = await site.signedIn('manager', 'Ravi');
});
afterEach(() => clone.drop());
afterEach(() => database.end());
afterEach(() => site.close());

async function read(cookie = asha) {
  return consoleCalls.readDraft.answer.parse((await site.call('readDraft', {}, { cookie })).body);
}

const thanks = (value: string): DraftEdit => ({
  file: 'words/en.json',
  path: ['reward', 'thanks'],
  value,
});
const save = (version: number, edits: DraftEdit[], cookie = asha) =>
  site.call('saveDraft', { version, edits }, { cookie });
const refused = (words: string) => ({
  status: 409,
  body: { message: expect.stringContaining(words) },
});
/** What is shown now. */
const approve = async (version: number, cookie: string, shown?: string) => {
  const preview = shown ?? (await read(cookie)).preview ?? '';
  return site.call('approveDraft', { version, preview }, { cookie });
};
const audits = async () => {
  const { rows } = await database.query<{ command: string; operator: string }>(
    `select command, operator, details from inaam.audit where command like '%draft%'
     order by number desc`,
  );
  return rows;
};

test('a text is saved as a draft, with who and when, and everybody reads it', async () => {
  expect(await read()).toMatchObject({ version: 0, saved: null, changed: [], locked: null });
  const saved = await save(0, [thanks('Enjoy your tea')]);
  expect(saved).toMatchObject({ status: 200, body: { version: 1, message: 'Draft saved.' } });
  const viewer = await site.signedIn('viewer');
  expect(await read(viewer)).toMatchObject({
    version: 1,
    changed: ['words/en.json'],
    saved: { by: 'Asha', isMine: false },
    problems: [],
    history: [{ version: 1, by: 'Asha', kind: 'save', approvedBy: null }],
  });
  const texts = await site.call('readDraftTexts', { language: 'en' }, { cookie: viewer });
  const { texts: found } = consoleCalls.readDraftTexts.answer.parse(texts.body);
  expect(found.find(({ path: at }) => at.join('.') === 'reward.thanks')).toMatchObject({
    own: 'Enjoy your tea',
    default: null,
  });
  expect((await audits())[0]).toMatchObject({
    command: 'console campaign draft save',
    operator: 'Asha',
    details: { files: 'words/en.json', version: 1 },
  });
});

test('a note for the approver is in the history and the audit log, without a number', async () => {
  const edits = [thanks('Enjoy your tea')];
  const saveWith = (comment: string) =>
    site.call('saveDraft', { version: 0, edits, comment }, { cookie: asha });
  expect(await saveWith('call 9876543210')).toMatchObject({ status: 400 });
  expect(await saveWith('The brand asked for it')).toMatchObject({ status: 200 });
  expect(await read(ravi)).toMatchObject({ history: [{ comment: 'The brand asked for it' }] });
  const { rows } = await database.query('select why from inaam.audit order by number desc limit 1');
  expect(rows).toEqual([{ why: 'The brand asked for it' }]);
});

test('what is as in the folder again is no part of the draft', async () => {
  const [before] =
    (await readFolder(id))
      .get('words/en.json')
      ?.toString()
      .match(/"thanks": "(.*)"/)
      ?.slice(1) ?? [];
  await save(0, [thanks('Enjoy your tea')]);
  await save(1, [thanks(before ?? '')]);
  expect((await read()).changed).toEqual([]);
});

test('each problem is at its field, and the preview is of a draft without a fault', async () => {
  const check = async (edits: DraftEdit[]) =>
    consoleCalls.checkDraft.answer.parse(
      (await site.call('checkDraft', { edits }, { cookie: asha })).body,
    );
  const good = await check([thanks('Enjoy your tea')]);
  expect(good).toEqual({ problems: [], preview: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const colour = { file: 'campaign.json', path: ['theme', 'colours', 'quiet'] };
  const pale = await check([{ ...colour, value: '#8a6a50' }]);
  expect(pale).toMatchObject({
    preview: null,
    problems: [
      { level: 'fault', ...colour, text: expect.stringMatching(/Use #[0-9a-f]{6} instead/) },
    ],
  });
  expect(await check([{ ...colour, value: '#704a30' }])).toMatchObject({
    preview: expect.any(String),
    problems: [{ level: 'hint', ...colour }],
  });
  const many = await check([
    { file: 'campaign.json', path: ['contacts', 'email'], value: 'nobody' },
    { file: 'draw.json', path: ['deck', 'blocks'], value: 0 },
  ]);
  expect((await check([thanks('Thanks {nobody}')])).problems).toMatchObject([
    { file: 'words/en.json', path: ['reward', 'thanks'] },
  ]);
  expect(many.problems.map(({ file, path: at }) => `${file} ${at.join('.')}`)).toEqual(
    expect.arrayContaining(['campaign.json contacts.email', 'draw.json deck.blocks']),
  );
  expect((await read()).version).toBe(0);
});

test('of two who save at the same time one is refused, with who and when; nothing is lost', async () => {
  const both = await Promise.all([
    save(0, [thanks('From Asha')], asha),
    save(0, [thanks('From Ravi')], ravi),
  ]);
  const statuses = both.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([200, 409]);
  const late = await save(0, [thanks('From Ravi')], ravi);
  const { by } = (await read()).saved ?? {};
  expect(late).toMatchObject(refused(`Not saved: ${by} saved a newer draft on `));
  expect(late).toMatchObject(refused(' IST. What you typed is still here'));
  expect((await read()).history).toHaveLength(1);
});

test('another manager than the author approves, a draft without faults, and only the newest', async () => {
  await save(0, [{ file: 'draw.json', path: ['deck', 'blocks'], value: 0 }]);
  expect(await approve(1, ravi)).toMatchObject(refused('faults'));
  await site.call('discardDraft', { version: 1 }, { cookie: asha });
  await save(2, [thanks('Enjoy your tea')]);
  expect(await approve(3, asha)).toMatchObject(refused('you saved it'));
  expect(await approve(1, ravi)).toMatchObject({ status: 409 });
  expect(await approve(3, ravi)).toMatchObject({ status: 200 });
  expect((await read()).approved).toMatchObject({ by: 'Ravi' });
  expect(await approve(3, ravi)).toMatchObject(refused('already'));
  expect((await audits())[0]).toMatchObject({
    command: 'console campaign draft approve',
    operator: 'Ravi',
  });
  await save(3, [thanks('Something else')]);
  expect((await read()).approved).toBeNull();
});

const discard = (version: number, cookie: string) =>
  site.call('discardDraft', { version }, { cookie });
test('nobody approves a draft with own lines in it, whoever has saved it last', async () => {
  const maya = await site.signedIn('manager', 'Maya');
  const statusOf = async (version: number, cookie: string) =>
    (await approve(version, cookie)).status;
  const isMine = async () =>
    Promise.all([asha, ravi, maya].map(async (who) => (await read(who)).saved?.isMine));
  await save(0, [thanks('From Asha')], asha);
  const email = { file: 'campaign.json', path: ['contacts', 'email'] };
  await save(1, [{ ...email, value: 'a@b.example' }], ravi);
  expect(await isMine()).toEqual([true, true, false]);
  expect([await statusOf(2, asha), await statusOf(2, ravi), await statusOf(2, maya)]).toEqual([
    409, 409, 200,
  ]);
  // What was approved counts no more.
  for (let version = 2; version < 24; version += 1) {
    await save(version, [thanks(`Version ${version}`)], ravi);
  }
  expect(await isMine()).toEqual([false, true, false]);
  await discard(24, maya);
  await save(25, [thanks('From Asha')], asha);
  expect(await isMine()).toEqual([true, false, false]);
  const direct = database.query(
    `update inaam.campaign_draft set approved_at = now(), approved_by = 'x', approver = authors[1],
       approved_content = 'x'
     where version = 26`,
  );
  await expect(direct).rejects.toThrow('check');
});

test('a discarded draft is gone, and its number is not used again', async () => {
  await save(0, [thanks('Enjoy your tea')]);
  const gone = await discard(1, ravi);
  expect(gone.body).toEqual({ version: 2, message: 'Draft discarded.' });
  expect(await read()).toMatchObject({ version: 2, saved: null, changed: [] });
  expect(await save(1, [thanks('Late')])).toMatchObject(refused('Ravi discarded the draft'));
});

/** Into a new folder, by the command. */
async function writeDraft(folder: string) {
  const words = ['campaign', 'draft', '--to', folder, '--why', 'x'];
  return runOperatorInProcess(words, { variables: validEnvironment(clone.url) });
}

const newFolder = async () => path.join(await folderOfTest(), id);

test('the folder is written with its draft, of which a diff shows the changed line alone', async () => {
  await save(0, [thanks('Enjoy your tea')]);
  const to = await newFolder();
  expect(await writeDraft(to)).toMatchObject({ exit: 0, errors: '' });
  const folder = await readFolder(id);
  const written = async (name: string) => readFile(path.join(to, name), 'utf8');
  const copied = await Promise.all(
    [...folder].map(async ([name, bytes]) => {
      const isSame = (await readFile(path.join(to, name))).equals(bytes);
      return { name, isSame };
    }),
  );
  const differing = copied.filter(({ isSame }) => !isSame).map(({ name }) => name);
  expect(differing).toEqual(['words/en.json']);
  const before = String(folder.get('words/en.json')).split('\n');
  const after = (await written('words/en.json')).split('\n');
  expect(after.filter((line) => !before.includes(line))).toEqual([
    expect.stringContaining('"thanks": "Enjoy your tea"'),
  ]);
  expect((await audits()).map(({ command }) => command).slice(0, 2)).toEqual([
    'campaign draft',
    'console campaign draft save',
  ]);
});

test('where a draft needs an approval, nothing is written but what was approved', async () => {
  await save(0, [{ file: 'campaign.json', path: ['draftsNeedApproval'], value: true }]);
  const folder = await newFolder();
  const unwritten = await writeDraft(folder);
  expect(unwritten).toMatchObject({ exit: 1, errors: expect.stringContaining('is not approved') });
  await expect(stat(folder)).rejects.toThrow('ENOENT');
  expect(await approve(1, ravi, 'ab'.repeat(32))).toMatchObject(refused('not as you saw it'));
  expect((await approve(1, ravi)).status).toBe(200);
  // As after a change of the folder: other files than the approver saw.
  await database.query(
    `update inaam.campaign_draft
     set files = jsonb_build_object('campaign.json', (files->>'campaign.json') || ' ')`,
  );
  expect(await read()).toMatchObject({ approved: null, history: [{ approvedBy: null }] });
  expect((await writeDraft(folder)).errors).toContain('the folder was changed after it');
  await expect(stat(folder)).rejects.toThrow('ENOENT');
  expect((await approve(1, ravi)).status).toBe(200);
  expect((await writeDraft(folder)).exit).toBe(0);
  const written = await readFile(path.join(folder, 'campaign.json'), 'utf8');
  expect(written).toContain('"draftsNeedApproval": true');
});

test('what is saved may be nonsense: everybody still reads it, and it can be discarded', async () => {
  const nonsense = { file: 'campaign.json', path: ['languages'], value: [{ toString: 1 }, 'en'] };
  expect((await save(0, [nonsense])).status).toBe(200);
  expect(await read(ravi)).toMatchObject({ version: 1, preview: null, languages: ['en'] });
  const texts = await site.call('readDraftTexts', { language: 'en' }, { cookie: ravi });
  expect(texts.status).toBe(200);
  for (const step of ['__proto__', 'constructor']) {
    const edit = { file: 'words/en.json', path: [step, 'polluted'], value: 'yes' };
    expect((await save(1, [edit])).status).toBeLessThan(500);
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  const { version } = await read();
  expect((await site.call('discardDraft', { version }, { cookie: ravi })).status).toBe(200);
});

test('a photo is kept byte for byte, shown with its place, and can be taken back', async () => {
  const bytes = await readFile(path.join(campaignsFolder, 'tea-demo/art/scan.avif'));
  const scan = { file: 'art/scan.avif', path: [], value: bytes.toString('base64') };
  expect((await save(0, [scan])).status).toBe(200);
  const { pictures, problems, changed } = await read();
  expect([problems, changed]).toEqual([[], [scan.file]]);
  expect(pictures.find(({ file }) => file === scan.file)).toMatchObject({
    content: scan.value,
    isChanged: true,
    bytesMax: 40_000,
    place: { across: 400, down: 232, widthMin: 720, widthMax: 1600 },
  });
  const to = await newFolder();
  expect(await writeDraft(to)).toMatchObject({ exit: 0 });
  expect(await readFile(path.join(to, scan.file))).toEqual(bytes);
  await save(1, [{ ...scan, value: Buffer.from('no AVIF').toString('base64') }]);
  expect((await read()).problems).toMatchObject([{ file: scan.file, level: 'fault' }]);
  await save(2, [{ file: scan.file, path: [] }]);
  expect(await read()).toMatchObject({ changed: [], problems: [] });
});

test('of two campaigns with the same files each has a preview of its own', async () => {
  const same = new Map([['states.json', Buffer.from('[]')]]);
  const first = await checkDraftFiles(id, new Map(), same);
  const other = await checkDraftFiles('tea-demo', new Map(), same);
  expect(first.hash).not.toBe(other.hash);
});

test('after the commitment nothing is saved, and the reason is said', async () => {
  await committedCampaign(database, await biscuitCampaign(), testSecrets);
  expect((await read()).locked).toMatch(/^The draw is committed to/);
  expect(await save(0, [thanks('Late')])).toMatchObject(refused('committed'));
});

test('everybody may read a draft, and a manager may change it', () => {
  const { readDraft, readDraftTexts, ...changes } = draft;
  expect([readDraft.may, readDraftTexts.may]).toEqual([consoleRoles, consoleRoles]);
  expect(Object.values(changes).flatMap(({ may }) => may)).toEqual(Array(4).fill('manager'));
});

test('each role has these rights on its table and no other', async () => {
  const own = 'campaign_draft';
  expect(await readHeldRights(database, drafts)).toEqual(
    rightsOf({
      inaam_operator: { select: own },
      inaam_console: { select: own, insert: own, update: `${own}/4`, delete: own },
      inaam_audit: { select: own },
    }),
  );
});
