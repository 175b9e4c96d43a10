// A proxy that removes one response header: this Chromium under Lighthouse 13.5 fails with
// net::ERR_ABORTED on every page that has any Referrer-Policy.
import { createServer, request } from 'node:http';

export async function withoutReferrerPolicy(
  origin: string,
): Promise<{ origin: string; close: () => void }> {
  const server = createServer((from, to) => {
    const { method = 'GET', headers, url = '/' } = from;
    const onward = request(new URL(url, origin), { method, headers }, (answer) => {
      const { 'referrer-policy': _, ...rest } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
