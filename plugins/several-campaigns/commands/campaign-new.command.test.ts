// The folder that `campaign new` writes is valid and is served by the real app.
import { execFile } from 'node:child_process';
import { cp, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { campaignsFolder, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const root = await folderOfFile();
const campaigns = path.join(root, 'campaigns');
for (const part of ['node_modules', '.oxfmtrc.json', 'tsconfig.base.json']) {
  await symlink(path.resolve(campaignsFolder, '..', part), path.join(root, part));
}
await cp(campaignsFolder, campaigns, {
  recursive: true,
  filter: (file) => path.basename(file) !== 'node_modules',
});

const create = (id: string, ...options: string[]) =>
  runOperatorInProcess(['campaign', 'new', id, '--folder', campaigns, ...options]);
const facts = ['--name', 'Inaam Coffee Mornings', '--promoter', 'Inaam Coffee'];
const days = ['--from', '2025-06-01', '--until', '2025-08-31'];
const exists = (id: string) =>
  stat(path.join(campaigns, id)).then(
    () => true,
    () => false,
  );

const runTool = (file: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [path.join('node_modules', file), ...words], { cwd: root });

test(
  '[CAM-5] in any languages, the result passes every test and check that the documents name',
  { tags: ['long'] },
  async () => {
    const options = {
      'with-a-brand': ['--brand', 'Kaapi'],
      'in-malayalam': ['--languages', 'ml', '--like', 'goli-soda-2026'],
      'in-urdu-and-hindi': ['--languages', 'ur,hi', '--like', 'tea-demo'],
      'without-english': ['--languages', 'ta,te,kn,ml,bn,mr,gu,pa,ur,hi'],
      'in-english': ['--languages', 'en', '--like', 'tea-demo', '--brand', "Nature's Kaapi"],
    };
    for (const [id, own] of Object.entries(options)) {
      expect(await create(id, ...facts, ...days, ...own)).toMatchObject({ exit: 0 });
      const checked = await runOperatorInProcess(['campaign', 'check', path.join(campaigns, id)]);
      expect(checked).toMatchObject({ exit: 0, output: expect.stringContaining('is valid') });
      expect(checked.output).toContain('Faults of a launch');
      expect(checked.output).toMatch(
        /speaker does, before the sign-off:\n[^]* +\S+\/words\/\w+\.json: \S.*24/,
      );
      const campaign = await loadCampaign(id, campaigns);
      const server = await testServer({ change: () => campaign });
      onTestFinished(() => server.close());
      const page = await server.app.inject({ url: '/draw/', headers: { 'accept-language': 'en' } });
      expect(page.statusCode).toBe(200);
    }
    const folders = Object.keys(options).map((id) => path.join(campaigns, id));
    await runTool('oxfmt/bin/oxfmt', '--check', ...folders);
    // Those that look at every folder.
    await runTool(
      'vitest/vitest.mjs',
      'run',
      'every-campaign',
      'languages',
      '--testTimeout=480000',
    );
  },
);

test('[CAM-5] from options: a valid folder that the app serves at once', async () => {
  const { exit, json } = await create(
    'coffee',
    ...facts,
    '--brand',
    "Inaam's \\ Cup",
    ...days,
    '--json',
  );
  expect(exit).toBe(0);
  expect(json()).toMatchObject({
    campaign: 'coffee',
    programme: { from: '2025-06-01', to: '2025-08-31' },
    plannedRupees: 5_200_000,
    start: 'CAMPAIGN=coffee npm start',
  });
  const campaign = await loadCampaign('coffee', campaigns);
  expect(campaign).toMatchObject({ packPrice: 10, promoter: 'Inaam Coffee', tags: {} });
  // The other's name is on its pack.
  expect((await loadCampaign('biscuit-2025', campaigns)).images.hero).toBeDefined();
  expect([campaign.images, campaign.sounds]).toEqual([{}, undefined]);
  expect(await exists(path.join('coffee', 'art', 'source'))).toBe(false);
  expect(campaign.words('en').entry.brand).toBe("Inaam's \\ Cup");
  expect((await create('cup', ...facts, ...days, '--like', 'coffee')).exit).toBe(0);
  expect((await loadCampaign('cup', campaigns)).words('en').entry.brand).toBe('Inaam Coffee');
  expect(campaign.sms.otp.text).toContain('your OTP for Inaam Coffee Mornings.');
  for (const language of campaign.languages) {
    const shown = JSON.stringify(campaign.publicCampaign(language));
    expect(shown).toContain('Inaam Coffee Mornings');
    expect(shown).not.toContain('Inaam Biscuit Rewards');
  }
  const server = await testServer({ change: () => campaign });
  onTestFinished(() => server.close());
  const session = await server.app.inject({
    method: 'POST',
    url: '/api/users',
    payload: { utm_source: 'qrcode' },
  });
  expect(session.json().resp).toMatchObject({ isValidToken: true, campaign: 'open' });
});

test('[CAM-5] in some of the languages, of which the first is the default', async () => {
  const inLanguages = (id: string, tags: string) =>
    create(id, ...facts, ...days, '--languages', tags);
  expect((await inLanguages('southern', 'ml,en')).exit).toBe(0);
  const { languages, publicCampaign } = await loadCampaign('southern', campaigns);
  expect(languages).toEqual(['ml', 'en']);
  expect(publicCampaign('fr').language).toBe('ml');
  expect(await exists('southern/words/en.json')).toBe(true);
  expect(await exists('southern/words/hi.json')).toBe(false);
  const { exit, errors } = await inLanguages('eastern', 'or,en');
  expect([exit, errors]).toEqual([2, expect.stringContaining('has no words in or. Take some of')]);
  expect(await exists('eastern')).toBe(false);
});

test('[CAM-5] what is not given has a default; a longer programme has a block for each day', async () => {
  const own = ['--name', 'Inaam Cocoa Mornings', '--promoter', 'Inaam Foods', '--like', 'tea-demo'];
  const result = await create('cocoa', ...own, '--from', '2026-02-01', '--until', '2026-12-31');
  expect(result.exit).toBe(0);
  expect(result.output).toContain('CAMPAIGN=cocoa npm start, then open http://localhost:3000/');
  const { draw, packPrice, programme, words } = await loadCampaign('cocoa', campaigns);
  expect(words('hi').entry.brand).toBe('Inaam Cocoa');
  expect(packPrice).toBe(10);
  expect(programme).toEqual({ from: '2026-02-01', to: '2026-12-31' });
  expect(draw.deck.blocks).toBe(334);
  // A law that has ended by the new first day holds no more.
  const rewards = path.join(campaigns, 'cocoa', 'rewards.json');
  const ended = (await readFile(rewards, 'utf8')).replace(
    /null(?=[^]*$)(?![^]*null)/,
    '"2026-12-31"',
  );
  await writeFile(rewards, ended);
  const later = ['--from', '2027-01-01', '--until', '2027-03-31', '--like', 'cocoa'];
  expect((await create('mocha', ...facts, ...later)).exit).toBe(0);
  expect((await loadCampaign('mocha', campaigns)).fixed).toMatchObject([
    { state: 'Tamil Nadu', from: '2027-01-01', until: null },
  ]);
  expect((await create('today', ...facts)).exit).toBe(0);
  const { from, to } = (await loadCampaign('today', campaigns)).programme;
  expect(Date.parse(to) - Date.parse(from)).toBe(90 * 86_400_000);
});

test('what is missing is named with what to give, and nothing is written', async () => {
  const { exit, errors } = await create('nobody');
  expect(exit).toBe(2);
  expect(errors).toContain("required option '--name <text>'");
  const half = await create('nobody', '--name', 'Inaam Cocoa');
  expect(half.errors).toContain("required option '--promoter <text>'");
  expect(await exists('nobody')).toBe(false);
});

test('wrong answers are listed with their mend, and the folder is taken away again', async () => {
  const { exit, errors } = await create('wrong', ...facts, '--from', 'May');
  expect(exit).toBe(1);
  for (const problem of ['programme.from', 'fixed[0].from']) expect(errors).toContain(problem);
  expect(await exists('wrong')).toBe(false);
});

test('a folder that is there is not touched', async () => {
  const before = await readFile(path.join(campaigns, 'tea-demo', 'campaign.json'), 'utf8');
  const { exit, errors } = await create('tea-demo', ...facts, ...days);
  expect(exit).toBe(1);
  expect(errors).toContain('already exists');
  expect(await readFile(path.join(campaigns, 'tea-demo', 'campaign.json'), 'utf8')).toBe(before);
  expect((await create('../away', ...facts, ...days)).exit).toBe(2);
});
