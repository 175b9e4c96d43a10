// Drawings, and the sheet of documents that names them, since a correction: those of the start have
// routes of their own, and Fastify takes no others later.
import type { FastifyInstance } from 'fastify';
import {
  cacheByLanguage as cacheByText,
  compress,
  immutableCaching,
  sendCompressed,
} from '@inaam/server/http/page/replies.ts';
import { sendPlainText } from '@inaam/server/http/responses.ts';
import type { SitePages } from '../../server-plugin.ts';

const hash = /-[\da-f]{10}(?=\.\w+$)/;
const nameOf = (address: string) => address.replace(hash, '');

type Own = Pick<SitePages, 'campaign' | 'frame'>;

export function serveCorrectedFiles(app: FastifyInstance, { campaign, frame }: Own): void {
  const packed = cacheByText(compress);
  app.get<{ Params: { file: string } }>('/art/:file', async (request, reply) => {
    const asked = `/art/${request.params.file}`;
    const files: [address: string, text: string][] = [...campaign.pictures];
    if (asked.startsWith('/art/frame-')) files.push(frame.styleNow());
    // Another hash is of a page that is open since another correction, or that comes from a process
    // which knows of one sooner.
    const found =
      files.find(([address]) => address === asked) ??
      files.find(([address]) => nameOf(address) === nameOf(asked) && hash.test(asked));
    if (!found) return sendPlainText(reply, 404, 'Not found');
    const [address, text] = found;
    void reply
      .header('cache-control', address === asked ? immutableCaching : 'no-cache')
      .header('vary', 'accept-encoding')
      .type(address.endsWith('.css') ? 'text/css; charset=utf-8' : 'image/svg+xml');
    return sendCompressed(request, reply, await packed(text));
  });
}
