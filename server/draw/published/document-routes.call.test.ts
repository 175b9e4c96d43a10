// What is published about the draw before the start, during the programme and after the reveal.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCommitment } from '../commitments.sql.ts';
import { revealSecret } from '../draw-reveal.sql.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { readLedger } from '@inaam/testing/server/database/database-queries.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { drawAddresses } from './audit-files.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

const get = (url: string) => server.app.inject({ url });
const reveal = () =>
  revealSecret(
    server.database,
    server.campaign.id,
    testSecrets.draw,
    { by: 'asha', reason: 'the end', at: server.time.wall },
    Date.parse('2025-09-17T00:00:00Z'),
  );

test('[CAM-3] the commitment is published byte for byte: its SHA-256 is what the terms and the page say', async () => {
  const answer = await get(drawAddresses.commitment);
  const hash = createHash('sha256').update(answer.rawPayload).digest('hex');
  expect(answer).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': expect.stringContaining('application/json'),
      'cache-control': 'public, max-age=86400',
      etag: `"${hash}"`,
    },
  });
  expect(hash).toBe((await readCommitment(server.database, server.campaign.id))?.hash);
  const part = server.campaign.publicCampaign('en');
  expect(part.commitment).toBe(hash);
  expect(JSON.stringify(part.words.terms)).toContain(hash);
});

test('[CAM-3] the head contains the ledger’s length and last hash, at first the commitment’s', async () => {
  const commitment = server.campaign.publicCampaign('en').commitment;
  const minute = () => `${new Date(server.time.wall).toISOString().slice(0, 16)}Z`;
  const before = `{"at":"${minute()}","entries":0,"hash":"${commitment}"}\n`;
  expect((await get(drawAddresses.head)).body).toBe(before);
  const shopper = new Shopper(server);
  await shopper.verify(newMobile());
  await shopper.call('getReward');
  // Polling every second reveals no more about a person than the minute.
  expect((await get(drawAddresses.head)).body).toBe(before);
  server.time.wall += 60_000;
  const answer = await get(drawAddresses.head);
  const last = (await readLedger(server)).at(-1)?.hash.toString('hex');
  expect(answer.json()).toEqual({ at: minute(), entries: 2, hash: last });
  expect(answer.headers['cache-control']).toBe('public, max-age=30');
});

test('[CAM-3] before the reveal secret and ledger are not found, and that answer is not cached', async () => {
  await new Shopper(server).verify(newMobile());
  for (const url of [drawAddresses.secret, drawAddresses.ledger]) {
    const answer = await get(url);
    expect(answer).toMatchObject({
      statusCode: 404,
      headers: { 'cache-control': 'no-cache', 'content-type': 'text/plain; charset=utf-8' },
    });
    expect(answer.body).toBe(
      'Not published yet: the secret and the list of all rewards will be published after the offer ends, when no more rewards can be claimed.\n',
    );
  }
});

test('[CAM-3] after the reveal secret and ledger are there, with pseudonyms and states alone', async () => {
  for (const state of ['Goa', 'Tamil Nadu']) {
    const shopper = new Shopper(server);
    await shopper.verify(newMobile(), state);
    await shopper.call('getReward');
  }
  await reveal();
  const secret = await get(drawAddresses.secret);
  expect(secret.body).toBe(`${Buffer.from(testSecrets.draw).toString('hex')}\n`);
  const ledger = await get(drawAddresses.ledger);
  expect(ledger.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  const lines = ledger.body.trimEnd().split('\n');
  const { hash } = JSON.parse(lines.at(-1) ?? '');
  expect((await get(drawAddresses.head)).json()).toMatchObject({ entries: 4, hash });
  // No number, name or key.
  const fields = lines.flatMap((line) => Object.keys(JSON.parse(line).entry));
  expect(new Set(fields)).toEqual(
    new Set(
      'amount at block campaign day draw kind number promise pseudonym reward state'.split(' '),
    ),
  );
});

test('an address beside them is nothing, and none of them takes what is sent', async () => {
  expect((await get('/draw/other.json')).statusCode).toBe(404);
  for (const url of Object.values(drawAddresses)) {
    expect((await server.app.inject({ method: 'POST', url })).statusCode).toBe(404);
  }
});
