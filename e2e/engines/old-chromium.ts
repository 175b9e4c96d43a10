// Chromium 80, the oldest supported, from the npm package chrome-aws-lambda. Too old for any
// maintained driver, so this speaks its protocol (CDP).
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import * as z from 'zod';
import type { Engine } from './engine.ts';

const messageSchema = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const targetsSchema = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }));
const versionSchema = z.object({ product: z.string() });
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
});
const consoleSchema = z.object({
  type: z.string(),
  args: z.array(z.object({ value: z.unknown().optional(), description: z.string().optional() })),
});
const thrownSchema = z.object({
  exceptionDetails: z.object({
    text: z.string(),
    exception: z.object({ description: z.string().optional() }).optional(),
  }),
});
const logSchema = z.object({ entry: z.object({ level: z.string(), text: z.string() }) });

/** Content-Security-Policy directives that a browser does not know are reported and ignored. */
const newerDirective = "directive 'require-trusted-types-for'";

type Send = (method: string, params?: object) => Promise<unknown>;

/** A machine busy with other tests needs some seconds. */
const startMs = 60_000;

/**
 * Starts it headless. A start that fails leaves neither a process nor a file behind.
 * @param program path of another old Chromium
 */
export async function openOldChromium(program?: string): Promise<Engine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-chromium-'));
  let chromium: ChildProcess | undefined;
  const end = async () => {
    if (chromium) await ended(chromium);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    chromium = start(program ?? (await unpackInto(folder)), path.join(folder, 'profile'));
    return await engineOf(chromium, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** Also if it has exited or never started. */
async function ended(chromium: ChildProcess): Promise<void> {
  if (chromium.pid === undefined || chromium.exitCode !== null || chromium.signalCode !== null) {
    return;
  }
  const exit = once(chromium, 'exit');
  chromium.kill('SIGKILL');
  await exit;
}

async function engineOf(chromium: ChildProcess, end: () => Promise<void>): Promise<Engine> {
  const errors: string[] = [];
  let onLoad: () => void = () => undefined;
  const send = await connect(await pageAddress(chromium), (method, params) => {
    if (method === 'Page.loadEventFired') onLoad();
    const error = errorOf(method, params);
    if (error !== undefined && !error.includes(newerDirective)) errors.push(error);
  });
  for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`);
  const viewport = { width: 412, height: 915, deviceScaleFactor: 1, mobile: false };
  await send('Emulation.setDeviceMetricsOverride', viewport);
  const { product } = versionSchema.parse(await send('Browser.getVersion'));
  return {
    name: product,
    open: async (address) => {
      const loaded = new Promise<void>((resolve) => (onLoad = resolve));
      await send('Page.navigate', { url: address });
      await loaded;
    },
    read: (body) => evaluate(send, body),
    tap: async (at) => {
      const press = { ...at, button: 'left', clickCount: 1 };
      await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press });
      await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press });
    },
    type: async (text) => {
      await send('Input.insertText', { text });
    },
    close: async () => {
      await end();
      return errors;
    },
  };
}

async function unpackInto(folder: string): Promise<string> {
  const installed = createRequire(import.meta.url).resolve('chrome-aws-lambda/package.json');
  const packed = await readFile(path.join(path.dirname(installed), 'bin', 'chromium.br'));
  const program = path.join(folder, 'chromium');
  await writeFile(program, await promisify(brotliDecompress)(packed));
  await chmod(program, 0o755);
  return program;
}

function start(program: string, profile: string): ChildProcess {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
  return spawn(program, [...args, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function pageAddress(chromium: ChildProcess): Promise<string> {
  const { stderr } = chromium;
  if (stderr === null) throw new Error('Failed to start Chromium: it has no output.');
  // A program that cannot run closes its output too; without a listener Node would exit.
  chromium.on('error', () => undefined);
  const lines = createInterface(stderr);
  const limit = setTimeout(() => lines.close(), startMs);
  try {
    for await (const line of lines) {
      const [, host] = /DevTools listening on ws:\/\/([^/]+)/.exec(line) ?? [];
      if (host === undefined) continue;
      const signal = AbortSignal.timeout(startMs);
      const answer = await fetch(`http://${host}/json`, { signal });
      const targets = targetsSchema.parse(await answer.json());
      const page = targets.find(({ type }) => type === 'page');
      if (page !== undefined) return page.webSocketDebuggerUrl;
    }
  } finally {
    clearTimeout(limit);
    stderr.resume();
  }
  throw new Error('Failed to start Chromium: it printed no page address.');
}

async function connect(
  address: string,
  onEvent: (method: string, params: unknown) => void,
): Promise<Send> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const message = messageSchema.parse(JSON.parse(String(data)));
    if (message.id === undefined) return onEvent(message.method ?? '', message.params);
    const { resolve, reject } = waiting.get(message.id) ?? Promise.withResolvers<unknown>();
    waiting.delete(message.id);
    if (message.error) reject(new Error(`Chromium refused a command: ${message.error.message}`));
    else resolve(message.result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Chromium has ended.'));
  });
  await once(socket, 'open', { signal: AbortSignal.timeout(startMs) });
  let commands = 0;
  return (method, params = {}) => {
    const answer = Promise.withResolvers<unknown>();
    commands += 1;
    waiting.set(commands, answer);
    socket.send(JSON.stringify({ id: commands, method, params }));
    return answer.promise;
  };
}

async function evaluate(send: Send, body: string): Promise<unknown> {
  const expression = `(() => { ${body} })()`;
  const answer = await send('Runtime.evaluate', { expression, returnByValue: true });
  const { result, exceptionDetails } = evaluatedSchema.parse(answer);
  if (exceptionDetails !== undefined)
    throw new Error(`The page threw: ${JSON.stringify(exceptionDetails)}`);
  return result.value;
}

function errorOf(method: string, params: unknown): string | undefined {
  if (method === 'Runtime.exceptionThrown') {
    const { text, exception } = thrownSchema.parse(params).exceptionDetails;
    return `${text} ${exception?.description ?? ''}`;
  }
  if (method === 'Log.entryAdded') {
    const { level, text } = logSchema.parse(params).entry;
    return ['error', 'warning'].includes(level) ? text : undefined;
  }
  if (method !== 'Runtime.consoleAPICalled') return undefined;
  const { type, args } = consoleSchema.parse(params);
  const text = args.map(({ value, description }) => description ?? String(value)).join(' ');
  return ['error', 'warning'].includes(type) ? text : undefined;
}
