// WebKitGTK over the W3C's WebDriver: WebKitWebDriver and MiniBrowser, Debian's by default. Needs a
// display such as xvfb; never downloads a browser.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import * as z from 'zod';
import type { Engine } from './driver.ts';

const answerSchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
});
const refusalSchema = z.object({ error: z.string(), message: z.string() });
const heardSchema = z
  .array(z.string())
  .nullish()
  .transform((heard) => heard ?? []);
const listen = `
  window.heard = [];
  for (const kind of ['error', 'warn']) {
    const say = console[kind];
    console[kind] = (...what) => { heard.push(what.join(' ')); say.apply(console, what); };
  }
  addEventListener('error', (event) => heard.push(String(event.message ?? event.type)));
  addEventListener('unhandledrejection', (event) => heard.push(String(event.reason)));
  addEventListener('securitypolicyviolation', (event) => heard.push(event.effectiveDirective));`;
const startMs = 15_000;

/** @param program path of MiniBrowser; WebKitWebDriver is looked up in PATH */
export async function openWebKit(
  program = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
): Promise<Engine> {
  const port = await anyPort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await isReady(origin, new Promise((_, reject) => driver.once('error', reject)));
  const args = ['--automation'];
  const options = { 'webkitgtk:browserOptions': { binary: program, args } };
  const begun = await ask(origin, 'POST', '/session', {
    capabilities: { alwaysMatch: options },
  }).catch((error: unknown) => {
    driver.kill(); // Without a display it would keep running.
    throw error;
  });
  const { sessionId, capabilities } = sessionSchema.parse(begun);
  const call = (what: string, body: unknown) =>
    ask(origin, 'POST', `/session/${sessionId}${what}`, body);
  await call('/window/rect', { width: 412, height: 915 });
  const read = (script: string) => call('/execute/sync', { script, args: [] });
  const errors: string[] = [];
  const keepHeard = async () =>
    errors.push(...heardSchema.parse(await read('return window.heard')));
  const act = (actions: unknown[]) => call('/actions', { actions });
  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    open: async (url) => {
      await keepHeard();
      await call('/url', { url });
      await read(listen);
    },
    read,
    tap: async ({ x, y }) => {
      const press = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await act([{ type: 'pointer', id: 'mouse', actions: press }]);
    },
    type: async (text) => {
      const keys = text.split('').flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act([{ type: 'key', id: 'keyboard', actions: keys }]);
    },
    close: async () => {
      await keepHeard();
      await ask(origin, 'DELETE', `/session/${sessionId}`);
      driver.kill();
      return errors;
    },
  };
}

async function ask(origin: string, method: string, what: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${origin}${what}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = answerSchema.parse(await response.json());
  if (response.ok) return value;
  const { error, message } = refusalSchema.parse(value);
  throw new Error(`WebKitWebDriver refused ${method} ${what}: ${error}, ${message}`);
}

/** @param failure rejects if there is no such program */
async function isReady(origin: string, failure: Promise<never>): Promise<void> {
  const until = performance.now() + startMs;
  while (performance.now() < until) {
    const state = ask(origin, 'GET', '/status').catch(() => undefined);
    if ((await Promise.race([state, failure])) !== undefined) return;
  }
  throw new Error('Failed to start WebKitWebDriver: it does not answer. Is another one running?');
}

function anyPort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
