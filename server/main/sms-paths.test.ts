// Real SMS paths in the programs as an operator starts them.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { committedBiscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  committedSecrets,
  endPrograms,
  startProgram,
  validEnvironment,
} from '@inaam/testing/server/programs/program-process.ts';
import { buildSite } from '@inaam/testing/server/programs/serve-process.ts';
import {
  openTestDatabase,
  durableTestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { readProcesses } from '../database/processes.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const site = 'https://win.example/sms/receipts/operator';

await buildSite();
const main = await durableTestDatabase();
const database = openTestDatabase(main.url, 2);
await committedBiscuitCampaign(database, committedSecrets);
const folder = await folderOfFile();
afterAll(() => main.drop());
afterAll(() => database.end());
afterAll(() => endPrograms());

function pathsFile(): string {
  const gateway = {
    name: 'gateway',
    preset: 'msg91',
    receipts: { secret: { header: 'x-inaam-key', value: '{secret.RECEIPTS}' } },
  };
  const file = path.join(folder, 'paths.json');
  const kannel = { address: 'http://127.0.0.1:1', username: 'inaam', receipts: site };
  const operator = { name: 'operator', preset: 'kannel', values: kannel };
  writeFileSync(file, JSON.stringify({ paths: [operator, gateway] }));
  return file;
}

test('deliver says in the database that it has no SMS path', { tags: ['long'] }, async () => {
  const delivery = startProgram('server/main/deliver.ts', validEnvironment(main.url));
  const states = async () =>
    (await readProcesses(database, 'biscuit-2025')).map(({ program, state }) => [program, state]);
  await expect.poll(states).toContainEqual(['deliver', 'mailbox']);
  delivery.kill('SIGTERM');
  expect(await delivery.ended).toBe(0);
});

test('deliver does not start with a file of paths that is wrong, and says all of it', async () => {
  const program = startProgram('server/main/deliver.ts', {
    ...validEnvironment(main.url),
    SMS_PROVIDER: 'paths',
    SMS_PATHS_FILE: pathsFile(),
    SMS_HOSTS: '127.0.0.1',
  });
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain('SMS_HOSTS does not list control.msg91.com');
  expect(program.output()).toContain('SMS_SECRET_KANNEL_PASSWORD is missing');
  expect(program.output()).toContain('SMS_SECRET_RECEIPTS, which is missing');
});
