// What is kept of each e-mail, in the roles of both programs that send.
import { afterAll, expect, test } from 'vitest';
import { alertLog } from '../contract.ts';
import { alertLog as plugin } from '../plugin.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { createCleanup } from '@inaam/server/main/delivery/cleanup.job.ts';
import { linesMax } from './alert-mails.call.ts';

const server = await testServer();
const { campaign, time } = server;
const opened = await testConsole(server);
const delivering = openTestDatabase(server.databaseUrl, 2, 'inaam_deliver');
afterAll(async () => {
  await delivering.end();
  await opened.close();
  await server.close();
});

const keep = await plugin.keepMails();
const begun = { kind: 'stock', event: 'begun', text: 'Act now: the codes of ₹5 run out.' };
const mail = { at: time.wall, name: 'Asha', about: [begun], refused: null };
async function shown(before: number | null = null) {
  const cookie = await opened.signedIn('viewer', `Ravi ${Math.random()}`);
  const { body } = await opened.call('readAlertMails', { before }, { cookie });
  return alertLog.readAlertMails.answer.parse(body);
}

test('each e-mail is a line for what it was about, newest first, with the reason of a refusal', async () => {
  await server.database.query('delete from inaam.alert_mail');
  await keep(delivering, campaign.id, mail);
  const about = [begun, { ...begun, kind: 'budget', text: 'Worth a look: 81% are granted.' }];
  const refused = 'no answer in time';
  await keep(opened.database, campaign.id, { ...mail, name: 'Mira', about, refused });
  await keep(delivering, 'another', { ...mail, name: 'of another campaign' });
  const { mails, hasMore } = await shown();
  expect(hasMore).toBe(false);
  expect(mails).toHaveLength(3);
  expect(mails).toMatchObject([
    { name: 'Mira', text: about[1]?.text, refused },
    { name: 'Mira', text: begun.text, refused },
    { name: 'Asha', text: begun.text, refused: null },
  ]);
});

test('more than a page is read page by page', async () => {
  await server.database.query('delete from inaam.alert_mail');
  const about = Array.from({ length: linesMax + 1 }, () => begun);
  await keep(delivering, campaign.id, { ...mail, about });
  const first = await shown();
  expect([first.mails.length, first.hasMore]).toEqual([linesMax, true]);
  const last = await shown(first.mails.at(-1)?.number ?? null);
  expect([last.mails.length, last.hasMore]).toEqual([1, false]);
});

test('a line is deleted after 90 days', async () => {
  await server.database.query('delete from inaam.alert_mail');
  const day = 86_400_000;
  await keep(delivering, campaign.id, { ...mail, at: time.wall - 91 * day, name: 'old' });
  await keep(delivering, campaign.id, { ...mail, at: time.wall - 89 * day, name: 'new' });
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await createCleanup({ database: delivering, campaign, clocks, log })();
  expect((await shown()).mails.map(({ name }) => name)).toEqual(['new']);
});

test('nobody changes a line', async () => {
  expect(await readHeldRights(server.database, plugin)).toEqual(
    rightsOf({
      inaam_console: { select: 'alert_mail', insert: 'alert_mail' },
      inaam_deliver: {
        select: 'alert_mail',
        insert: 'alert_mail',
        update: 'alert_mail/1',
        delete: 'alert_mail',
      },
      inaam_operator: { select: 'alert_mail' },
      inaam_audit: { select: 'alert_mail' },
    }),
  );
});
