// The draw as a separate program, called by a site that lacks its secret: what happens when it is
// unavailable, crashes, or finds another ledger.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '@inaam/runtime/port.ts';
import { drawVariables } from '@inaam/testing/server/campaign/committed-campaign.ts';
import { countRows } from '@inaam/testing/server/database/database-queries.ts';
import {
  claimsOf,
  drawsOf,
  insertParticipants,
} from '@inaam/testing/server/campaign/participants.ts';
import {
  committedSecrets,
  drawEnvironment,
  drawToken,
  endPrograms,
  startProgram,
  type Program,
} from '@inaam/testing/server/programs/program-process.ts';
import { serverOnDatabase, type TestServer } from '@inaam/testing/server/app/server-on-database.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { rewardRulesOf } from '../promise.rules.ts';
import { grantRewards, type RewardClaim } from '../grants.sql.ts';
import type { ReadCards } from '../read-cards.ts';
import { localCards } from './open-draw.ts';
import { remoteCards, type RemoteCards } from './remote-cards.ts';

let server: TestServer;
let folder: string;
let port: number;
let cards: RemoteCards;
const lines: string[] = [];
const note = (_: object, line: string) => void lines.push(line);
// Long, so that a slow machine does not look like a failed draw.
const limitsMs = { call: 30_000, check: 30_000 };

beforeEach(async () => {
  lines.length = 0;
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-draw-'));
  ({ port } = await freePort(20_000 + Math.floor(Math.random() * 10_000), '127.0.0.1'));
  cards = remoteCards({
    origin: `http://127.0.0.1:${port}`,
    token: new Uint8Array(Buffer.from(drawToken, 'base64')),
    campaign: 'biscuit-2025',
    log: { info: note, warn: note, error: note },
    limitsMs,
  });
  server = await serverOnDatabase(await durableTestDatabase(), {
    drawSecret: committedSecrets.draw,
    readCards: cards.readCards,
    role: 'inaam_serve',
  });
});
afterEach(() => rm(folder, { recursive: true }));
afterEach(() => server.close());
afterEach(() => endPrograms());

function launch(headFile = 'head.json'): Program {
  const environment = drawEnvironment(server.databaseUrl, path.join(folder, headFile));
  return startProgram('server/main/draw.ts', { ...environment, DRAW_PORT: String(port) });
}

async function startDraw(headFile?: string): Promise<Program> {
  const program = launch(headFile);
  await program.logLine('Drawing.');
  return program;
}

async function kill(program: Program): Promise<void> {
  program.kill('SIGKILL');
  await program.ended;
}

/** The participants' expected cards, computed from the secret without the program. */
function ownCards(): ReadCards {
  const { database, campaign } = server;
  return localCards(database, campaign.id, committedSecrets.draw);
}

test('[CAM-3] killed and started again in the middle of a load, everyone gets the card that was bound, once', async () => {
  const { database, campaign } = server;
  const pseudonyms = await insertParticipants(server, 60, 'Goa');
  const rules = rewardRulesOf(campaign);
  const grant = grantRewards(database, campaign.id, rules, cards.readCards);
  const program = await startDraw();
  let refusals = 0;
  // Retries until there is an answer, as the page does.
  const play = (claim: RewardClaim) =>
    waitUntil(async () => {
      const granted = await grant.one(claim);
      if (granted.amount === undefined) refusals += 1;
      return granted.amount;
    });
  const claims = await claimsOf(database, pseudonyms);
  const early = Promise.all(claims.slice(0, 40).map(play));
  await waitUntil(async () => (await countRows(database, 'reward')) > 0);
  await kill(program);
  const late = Promise.all(claims.slice(40).map(play));
  await waitUntil(() => refusals > 0);
  await startDraw();
  const amounts = [...(await early), ...(await late)];
  const bound = await ownCards()(drawsOf(pseudonyms));
  expect(amounts).toEqual(pseudonyms.map((_, at) => bound.get(at)));
  expect(await countRows(database, 'reward')).toBe(60);
});

/** Loses the last verification, as a failover or a restore does, bypassing every trigger. */
async function loseTail(): Promise<void> {
  const connection = await server.database.connect();
  try {
    await connection.query(`begin;
      set local session_replication_role = 'replica';
      delete from inaam.ledger where number = 2;
      delete from inaam.participation where draw_number = 2;
      update inaam.head set next_ledger = 2, next_draw = 2,
        last_hash = (select hash from inaam.ledger where number = 1);
      commit`);
  } finally {
    connection.release();
  }
}

const losses = [
  ['is as long again, with somebody else', 1],
  ['is shorter', 0],
  ['is longer', 2],
] as const;
test.each(losses.slice(0, 1))(
  '[CAM-3] a ledger that lost its end and %s is not answered, until people agree on a new head',
  stopsAfterLoss,
);
test.each(losses.slice(1))(
  '[CAM-3] a ledger that lost its end and %s is not answered, until people agree on a new head',
  { tags: ['long'] },
  stopsAfterLoss,
);

async function stopsAfterLoss(_: string, later: number): Promise<void> {
  const program = await startDraw();
  const first = await insertParticipants(server, 3, 'Goa');
  await cards.readCards(drawsOf(first));
  await loseTail();
  const all = [...first.slice(0, 2), ...(await insertParticipants(server, later, 'Goa'))];
  if (later > 0) await expect(cards.readCards(drawsOf(all))).rejects.toThrow('stopped');
  await waitUntil(async () => (await cards.check()).state === 'stopped');
  await expect(cards.readCards(drawsOf(first))).rejects.toThrow('stopped');
  const ready = await fetch(`http://127.0.0.1:${port}/ready`);
  expect({ status: ready.status, body: await ready.json() }).toMatchObject({
    status: 503,
    body: { ready: false, campaign: 'biscuit-2025', reason: 'ledger', entry: 2 },
  });
  expect(lines).toEqual([expect.stringContaining('The draw has stopped')]);

  await kill(program);
  const again = launch();
  expect(await again.ended).toBe(1);
  expect(again.output()).toContain('The ledger is not the one that the draw follows');

  // As docs/run/draw-and-keys.md says.
  expect((await startDraw('agreed.json')).output()).toContain('DRAW_HEAD_FILE is new');
  const { database, campaign } = server;
  const grant = grantRewards(database, campaign.id, rewardRulesOf(campaign), cards.readCards);
  const granted = await Promise.all(
    (await claimsOf(database, all)).map((claim) => grant.one(claim)),
  );
  const bound = await ownCards()(drawsOf(all));
  expect(granted.map(({ amount }) => amount)).toEqual(all.map((_pseudonym, at) => bound.get(at)));
  expect(await cards.check()).toEqual({ state: 'up' });
}

test.runIf(process.platform === 'linux')('a core file of it would contain no memory', async () => {
  const { pid } = await startDraw();
  const filter = await readFile(`/proc/${pid}/coredump_filter`, 'utf8');
  expect(filter.trim()).toBe('00000000');
});

test('it stops in order, with 0, and reads no more', async () => {
  const program = await startDraw();
  program.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  const { DRAW_PART_ONE, DRAW_PART_TWO } = drawVariables(committedSecrets.draw);
  for (const hidden of [DRAW_PART_ONE, DRAW_PART_TWO, committedSecrets.draw.toString('base64')]) {
    expect(program.output()).not.toContain(hidden);
  }
});
