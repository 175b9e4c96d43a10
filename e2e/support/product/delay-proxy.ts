// Delays the responses to API calls and passes everything else on unchanged.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

export type DelayProxy = {
  readonly origin: string;
  readonly close: () => Promise<void>;
};

export const delay = (delayMs: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, delayMs);
  });

/** With no delay there is no proxy: the origin is returned as it is. */
export async function startDelayProxy(origin: string, delayMs: number): Promise<DelayProxy> {
  if (delayMs === 0) return { origin, close: () => Promise.resolve() };
  const between = createServer((from, to) => forward(origin, delayMs, from, to));
  await new Promise<void>((resolve) => {
    between.listen(0, '127.0.0.1', resolve);
  });
  const address = between.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () =>
    new Promise<void>((resolve) => {
      between.close(() => resolve());
      between.closeAllConnections();
    });
  return { origin: `http://localhost:${port}`, close };
}

function forward(origin: string, delayMs: number, from: IncomingMessage, to: ServerResponse): void {
  const { url = '/', method = 'GET', headers } = from;
  // Unchanged: the server must interpret addresses such as `//`.
  const options = { path: url, method, headers, agent: false } as const;
  const onward = request(origin, options, (answer) => {
    const send = () => {
      if (to.destroyed) return;
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    };
    answer.on('error', () => to.destroy());
    if (url.startsWith('/api/')) void delay(delayMs).then(send);
    else send();
  });
  onward.on('error', () => to.destroy());
  to.on('close', () => onward.destroy());
  from.pipe(onward);
}
