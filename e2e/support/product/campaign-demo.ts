// The product with another campaign folder; only `CAMPAIGN` differs.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  removeDemoData,
  startDemo,
  type DemoProcess,
} from '@inaam/testing/demonstration/demo-process.ts';
import { runDemoOperator } from '@inaam/demo/run-demo-operator.ts';
import { readSettings } from '@inaam/demo/settings.ts';
import { recordingTerminal } from '@inaam/testing/server/operator/operator-in-process.ts';
import { freePort } from '@inaam/runtime/port.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { unusedPacks } from './product-url.ts';
import { smsInbox } from './sms-inbox.ts';

/**
 * Starts a campaign's demonstration for a test file.
 * @param from the first port to try; files that run at the same time have different ones
 */
export function campaignDemo(campaign: string, from = 4100) {
  let folder: string;
  let demo: DemoProcess;
  const origin = () => demo.origin;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), `inaam-${campaign}-`));
    const { port } = await freePort(from, '127.0.0.1');
    demo = await startDemo({ folder, port, environment: { CAMPAIGN: campaign } });
  });
  afterAll(async () => {
    const code = await demo.interrupt();
    await removeDemoData(folder);
    if (code !== 0) throw new Error(`Failed to stop ${campaign} cleanly: exit ${code}.`);
  });

  const consoleLink = () => /Console +(\S+)/.exec(demo.output())?.[1] ?? '';
  const operate = async (...words: string[]): Promise<void> => {
    const { terminal, end } = recordingTerminal();
    const { port } = new URL(demo.origin);
    const settings = readSettings({ CAMPAIGN: campaign, PORT: port, DATA_FOLDER: folder });
    const exit = await runDemoOperator(settings, words, terminal);
    expect({ exit, ...(await end()) }).toMatchObject({ exit: 0 });
  };

  return {
    origin,
    ...smsInbox(origin, () => campaign),
    /** The link that signs the operator in. */
    console: consoleLink,
    /** Codes on packs that nobody has used yet. */
    packs: () => unusedPacks(origin()),
    /** `npx inaam --demo` on it. */
    operate,
    /** A manager's calls of the console. */
    manage: () => enterConsole(consoleLink()),
  };
}

/** @param link that signs its holder in */
async function enterConsole(link: string) {
  const { origin, hash } = new URL(link);
  let cookie = '';
  const call = async (name: ConsoleCallName, fields: object): Promise<unknown> => {
    const { path: address } = consoleCalls[name];
    const answer = await fetch(`${origin}/api/${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(fields),
    });
    expect(answer.status).toBe(200);
    const [set] = answer.headers.getSetCookie();
    cookie ||= set?.split(';')[0] ?? '';
    return answer.json();
  };
  await call('enterByLink', { token: hash.slice(1) });
  return call;
}
