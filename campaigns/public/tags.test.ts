import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import campaignFile from '../biscuit-2025/campaign.json' with { type: 'json' };
import { parseWith } from '../schema/fields.ts';
import { formatProblem } from '../schema/problem.ts';
import { campaignSchema } from '../schema/folder-schema.ts';
import { loadCampaign } from '../loader/load-campaign.ts';
import { noticeHash } from '../loader/notice-hash.ts';
import { copyCampaign } from '@inaam/testing/server/campaign/copied-campaign.ts';
import { hasTags, tagHosts, type Tags, directionOf, scriptOf } from './tags.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const all: Required<Tags> = {
  gtag: 'G-TEST12345',
  metaPixel: '1234567890123456',
  customerData: { id: 'site-1', address: 'https://cdp.example/events' },
};

/** The real campaign with other tags. */
async function loadWith(tags: Tags) {
  const root = await folderOfTest();
  const folder = join(root, 'campaigns');
  await copyCampaign(folder, 'biscuit-2025');
  const file = join(folder, 'biscuit-2025', 'campaign.json');
  await writeFile(file, JSON.stringify({ ...campaignFile, tags }));
  return loadCampaign('biscuit-2025', folder);
}

const problemsOf = (tags: unknown) => {
  const result = parseWith(campaignSchema, { ...campaignFile, tags });
  return 'problems' in result
    ? result.problems.map((problem) => formatProblem('file', problem))
    : [];
};
const pixelAt = (address: unknown) => ({ customerData: { id: 'site-1', address } });

describe('the ids in campaign.json', () => {
  test.each<[unknown]>([
    [{}],
    [all],
    [{ gtag: 'G-ABCD' }],
    [{ gtag: `G-${'A1'.repeat(10)}` }],
    [{ metaPixel: '1'.repeat(10) }],
    [{ metaPixel: '1'.repeat(20) }],
    [{ customerData: { id: 'a_-9', address: 'https://cdp.example/' } }],
    [pixelAt('https://in.cdp.example:8443/v1/events/')],
  ])('[ANA-2] %j pass', (tags) => {
    expect(problemsOf(tags)).toEqual([]);
  });

  test.each([
    [{ gtag: 'G-ABC' }, /tags\.gtag must be an id such as "G-ABC123", but is "G-ABC"\. Write/],
    [{ gtag: `G-${'A'.repeat(21)}` }, /tags\.gtag must be an id such as/],
    [{ gtag: 'G-abc123' }, /tags\.gtag must be/],
    [{ gtag: 'AW-123456789' }, /tags\.gtag must be/],
    [{ gtag: 'GT-ABC1234' }, /tags\.gtag must be/],
    [{ gtag: 'GTM-ABC1234' }, /tags\.gtag must be/],
    [{ gtag: '' }, /tags\.gtag must be/],
    [{ metaPixel: '1'.repeat(9) }, /tags\.metaPixel must be an id of 10 to 20 digits, but is/],
    [{ metaPixel: '1'.repeat(21) }, /tags\.metaPixel must be/],
    [{ metaPixel: 1_234_567_890 }, /tags\.metaPixel must be/],
    [{ metaPixel: '12345678x0' }, /tags\.metaPixel must be/],
    [{ customerData: 'site-1' }, /tags\.customerData must be an object.*id, address\./],
    [{ customerData: { id: 'site-1' } }, /tags\.customerData\.address is missing\. Write where/],
    [{ customerData: { id: 'a b c d', address: 'https://cdp.example/' } }, /customerData\.id must/],
    [{ customerData: { id: 'abc', address: 'https://cdp.example/' } }, /customerData\.id must/],
    [pixelAt('http://cdp.example/events'), /customerData\.address must be an https address/],
    [pixelAt('https://cdp.example'), /customerData\.address must be/],
    [pixelAt('https://me:secret@cdp.example/'), /without credentials, query or fragment, but is/],
    [pixelAt('https://cdp.example/?key=1'), /customerData\.address must be/],
    [pixelAt('https://cdp.example/?'), /customerData\.address must be/],
    [pixelAt('https://cdp.example/#a'), /customerData\.address must be/],
    [pixelAt('https://*.example/'), /customerData\.address must be/],
    [pixelAt('https://a;script-src.example/'), /customerData\.address must be/],
    [pixelAt('https://localhost/'), /customerData\.address must be/],
    [pixelAt('https://[::1]/'), /customerData\.address must be/],
    [pixelAt('/events'), /customerData\.address must be/],
    [pixelAt(7), /customerData\.address must be/],
    [{ tiktok: 'C123' }, /tags\.tiktok is not known.*gtag, metaPixel, customerData\./],
  ])('[ANA-2][CAM-5] %j do not, and are refused with an explanation', (tags, problem) => {
    const problems = problemsOf(tags);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  test('[ANA-2] the demonstrations have no tags', async () => {
    for (const id of ['biscuit-2025', 'goli-soda-2026', 'tea-demo'])
      expect((await loadCampaign(id)).tags).toEqual({});
  });
});

describe('the hosts', () => {
  test('[ANA-2] no hosts without a tag', () => {
    expect(hasTags({})).toBe(false);
    expect(tagHosts({})).toEqual({ script: [], connect: [], image: [] });
  });

  test.each(['gtag', 'metaPixel', 'customerData'] as const)(
    '[ANA-2] %s brings its own and no other tag’s',
    (name) => {
      const one = all[name];
      const rest = Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
      const hosts = Object.values(tagHosts({ [name]: one })).flat();
      const foreign = Object.values(tagHosts(rest)).flat();
      expect(hasTags({ [name]: one })).toBe(true);
      expect(hosts.length).toBeGreaterThan(0);
      expect(hosts.filter((host) => foreign.includes(host))).toEqual([]);
      for (const host of hosts) expect(host).toMatch(/^https:\/\/(?:\*\.)?[a-z.-]+$/);
    },
  );

  test('[ANA-2] the customer-data pixel’s is the host of its address, with its port', () => {
    const customerData = { id: 'site-1', address: 'https://in.cdp.example:8443/v1/events' };
    expect(tagHosts({ customerData })).toEqual({
      script: [],
      connect: ['https://in.cdp.example:8443'],
      image: [],
    });
  });
});

describe('the consent notice', () => {
  const textOf = async (tags: Tags) =>
    (await loadWith(tags))
      .words('en')
      .consentNotice.sections.map(({ heading, paragraphs }) => [heading, ...paragraphs].join('\n'));

  test.each<[Tags, RegExp[], RegExp[]]>([
    [{}, [], [/Google/, /Meta/, /cdp\.example/, /measured/]],
    [{ gtag: all.gtag }, [/Google Analytics/], [/Meta/, /cdp\.example/]],
    [{ metaPixel: all.metaPixel }, [/Meta \(Facebook/], [/Google/, /cdp\.example/]],
    [{ customerData: all.customerData }, [/at cdp\.example,/], [/Google/, /Meta/]],
    [all, [/Google Analytics/, /Meta \(Facebook/, /at cdp\.example,/], []],
  ])('[ANA-2] for %j names exactly the recipients', async (tags, listed, unlisted) => {
    const text = (await textOf(tags)).join('\n');
    for (const pattern of listed) expect(text).toMatch(pattern);
    for (const pattern of unlisted) expect(text).not.toMatch(pattern);
    expect(text).not.toMatch(/[{}]/);
  });

  test('[ANA-2] with tags has one more section, after who else sees the data, and is otherwise unchanged', async () => {
    const [without, withTags] = [await textOf({}), await textOf(all)];
    const more = withTags.filter((section) => !without.includes(section));
    expect(more).toHaveLength(1);
    const at = withTags.indexOf(more[0] ?? '');
    expect(withTags[at - 1]).toMatch(/^Who else sees it/);
    expect(withTags.toSpliced(at, 1)).toEqual(without);
  });

  test('[ANA-2] the stored hash of the notice depends on the tags', async () => {
    const hashes = [{}, { gtag: all.gtag }, all].map(async (tags) =>
      noticeHash((await loadWith(tags)).words('en')),
    );
    expect(new Set(await Promise.all(hashes)).size).toBe(3);
  });

  test('[ANA-2] a page without tags contains no sentence about them', async () => {
    const page = (tags: Tags) =>
      loadWith(tags).then((one) => JSON.stringify(one.publicCampaign('en')));
    expect(await page({})).not.toMatch(/Google|Meta \(|measuring/);
    expect(await page(all)).toMatch(/Google Analytics/);
  });
});

test.each([
  ['en', 'Latn', 'ltr'],
  ['hi', 'Deva', 'ltr'],
  ['ta', 'Taml', 'ltr'],
  ['pa', 'Guru', 'ltr'],
  ['pa-Arab', 'Arab', 'rtl'],
  ['ur', 'Arab', 'rtl'],
  ['ks', 'Arab', 'rtl'],
  ['en-XA', 'Latn', 'ltr'],
])('%s is written in %s, %s', (language, script, direction) => {
  expect(scriptOf(language)).toBe(script);
  expect(directionOf(language)).toBe(direction);
});
