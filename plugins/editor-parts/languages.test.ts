// A language that the editor adds to a draft.
import { afterAll, expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { consoleOrigin, testConsole } from '@inaam/testing/server/console/test-console.ts';

const server = await testServer();
// It is not in every language.
const site = await testConsole({ ...server, campaign: await loadCampaign('goli-soda-2026') });
afterAll(() => server.close());
afterAll(() => site.close());
const cookie = await site.signedIn('manager', 'Mira');

/** Calls of another plugin, by their address. */
const post = async (call: string, payload: object) => {
  const url = `/api/campaign/draft${call}`;
  const headers = { origin: consoleOrigin, cookie };
  const answer = await site.app.inject({ method: 'POST', url, headers, payload });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

test('a new language asks for what only the campaign says, is translated, and goes again', async () => {
  const { version, moreLanguages, languages } = await post('', {});
  const [language = ''] = moreLanguages;
  const list = { file: 'campaign.json', path: ['languages'] };
  const words = `words/${language}.json`;
  const edits = [
    { ...list, value: [...languages, language] },
    { file: words, path: [], value: {} },
  ];
  const { problems } = await post('/check', { edits });
  const missing = problems.map(
    ({ file, path }: Record<'file', string> & { path: string[] }) => `${file} ${path.join('.')}`,
  );
  expect(missing).toContainEqual(`${words} home.headline`);
  expect(missing.filter((line: string) => !line.startsWith(words))).toEqual([]);
  await post('/save', { version, edits });
  const { texts } = await post('/texts', { language });
  expect(
    texts.find(({ path }: { path: string[] }) => path.join('.') === 'home.headline'),
  ).toMatchObject({
    own: '',
    source: expect.stringContaining(' '),
  });
  expect(await post('', {})).toMatchObject({ newLanguages: [language] });
  const back = [
    { ...list, value: languages },
    { file: words, path: [] },
  ];
  await post('/save', { version: version + 1, edits: back });
  expect(await post('', {})).toMatchObject({ changed: [], newLanguages: [], problems: [] });
});
