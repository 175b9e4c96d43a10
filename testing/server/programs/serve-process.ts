// The site as an operator starts it, and calls to it over real connections.
import { execFile } from 'node:child_process';
import { request, type Agent } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { callPath, calls } from '@inaam/contract/calls.ts';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { startProgram, validEnvironment, type Environment } from './program-process.ts';
import { Device, siteAt } from '../shopper/device.ts';
import { waitUntil } from '../wait-until.ts';

/** A busy machine must not reach it. */
const limitMs = 60_000;

/** `npm run build`, which the gate has already run. @returns its output */
export async function buildSite(script = 'web/build/build-web.ts'): Promise<string> {
  const cwd = path.resolve(import.meta.dirname, '../../..');
  const args = ['runtime/run.mjs', script];
  return (await promisify(execFile)(process.execPath, args, { cwd })).stdout;
}

/** @param more replaces variables of a valid environment */
export async function serve(databaseUrl: string, more: Environment = {}) {
  const program = startProgram('server/main/serve.ts', {
    ...validEnvironment(databaseUrl),
    ...more,
  });
  const { port, metricsPort } = await program.logLine('Serving.');
  return {
    ...program,
    port: Number(port),
    origin: `http://127.0.0.1:${Number(port)}`,
    inner: `http://127.0.0.1:${Number(metricsPort)}`,
  };
}

/** Retries while the site is busy, like the page: on a loaded machine it sheds load. */
export async function startSession(origin: string, headers: Record<string, string> = {}) {
  const text = await waitUntil(async () => {
    const response = await fetch(`${origin}${callPath('startSession')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"utm_source":"qrcode"}',
    });
    const answer = await response.text();
    return response.status === 503 ? undefined : answer;
  });
  return calls.startSession.answer.parse(unwrapResponse(text));
}

/** A signed answer to the privacy notice. */
export async function consentCall(origin: string) {
  const device = new Device(siteAt(origin, limitMs));
  await waitUntil(async () => (await device.start()).status === 200);
  const { userKey } = device;
  const form = { userKey, data: device.signed({ agree: 'YES' }) };
  return { url: `${origin}${callPath('recordConsent', userKey)}`, form };
}

/** @param agent keeps the connection alive or not */
export function post(url: string, form: Record<string, string>, agent: Agent) {
  return new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sending = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer
        .resume()
        .on('end', () =>
          resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }),
        );
    });
    sending.on('error', reject).end(new URLSearchParams(form).toString());
  });
}

/** Posts again while the site is busy: on a loaded machine it sheds load. */
export const postUntilAccepted: typeof post = (url, form, agent) =>
  waitUntil(async () => {
    const answer = await post(url, form, agent);
    return answer.status === 503 ? undefined : answer;
  });

export const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });
