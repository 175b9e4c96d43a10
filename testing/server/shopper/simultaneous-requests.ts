// Sends all but the last byte of each request, then the last bytes, so that all arrive before the
// first is handled.
import { connect, type Socket } from 'node:net';
import { unwrapResponse } from '@inaam/contract/envelope.ts';

export type SimultaneousResponse = { status: number; resp: Record<string, unknown> };
type Target = { port: number; path: string; token: string | undefined };

/** Posts every body to one address; returns the responses in the order of the bodies. */
export async function sendSimultaneously(
  target: Target,
  bodies: readonly string[],
): Promise<SimultaneousResponse[]> {
  const held = await Promise.all(bodies.map((body) => hold(target, body)));
  return Promise.all(held.map((send) => send()));
}

/** Opens a connection and sends all but the last byte. */
async function hold(
  { port, path, token }: Target,
  body: string,
): Promise<() => Promise<SimultaneousResponse>> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    'connection: close',
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
  ];
  await write(socket, `${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  return async () => {
    const answer = readAll(socket);
    await write(socket, body.slice(-1));
    return raced(await answer);
  };
}

const write = (socket: Socket, text: string) =>
  new Promise<void>((resolve, reject) => {
    socket.write(text, (error) => (error ? reject(error) : resolve()));
  });

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.once('error', reject);
    socket.once('close', () => resolve(Buffer.concat(parts).toString('utf8')));
  });
}

function raced(text: string): SimultaneousResponse {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
  const resp = unwrapResponse(text.slice(text.indexOf('\r\n\r\n') + 4));
  if (!resp) throw new Error(`Not a response of the protocol: ${text.slice(0, 200)}`);
  return { status: Number(status), resp };
}
