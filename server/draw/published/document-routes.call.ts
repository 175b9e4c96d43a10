import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { amendmentLines, readAmendments } from '../amendments.sql.ts';
import { readCommitment } from '../commitments.sql.ts';
import type { Database } from '../../database/database.ts';
import { exportLedger, headText, readLedgerHead } from '../ledger.sql.ts';
import { readReveal } from '../draw-reveal.sql.ts';
import { sendPlainText } from '../../http/responses.ts';
import { drawAddresses, drawProgramNames, type DrawPrograms } from './audit-files.ts';
import { languageOf } from '../../http/language.ts';

type Options = { database: Database; campaign: ServerCampaign; wall: () => number };

type Published = { type: string; body: string | Readable; maxAge: number; etag?: string };
/** Key of the sentence that explains why there is no document. */
type Missing = 'notFound' | 'notPublished';

const daySeconds = 86_400;
const headSeconds = 30;

/**
 * Publishes the commitment, its amendments, the ledger head and, after the reveal, the secret and
 * the ledger.
 */
export function registerDrawDocuments(
  app: FastifyInstance,
  { database, campaign, wall }: Options,
): void {
  const documents = documentsOf(database, campaign.id, wall);
  for (const name of ['commitment', 'amendments', 'head', 'ledger', 'secret'] as const) {
    app.route({
      method: 'GET',
      url: drawAddresses[name],
      config: { call: 'draw' },
      // A HEAD request would read the whole ledger.
      exposeHeadRoute: name !== 'ledger',
      handler: async (request, reply) => {
        const found = await documents[name]();
        if (typeof found !== 'object') {
          const { messages } = campaign.words(languageOf(request, campaign));
          void reply.header('cache-control', 'no-cache');
          reply.errorMessage = found;
          return sendPlainText(reply, 404, messages[found]);
        }
        if (found.etag !== undefined) void reply.header('etag', `"${found.etag}"`);
        return reply
          .header('cache-control', `public, max-age=${found.maxAge}`)
          .type(found.type)
          .send(found.body);
      },
    });
  }
}

/** Open to everybody, below `/draw/` of the app. */
export function serveDrawPrograms(app: FastifyInstance, programs: DrawPrograms): void {
  for (const name of drawProgramNames) {
    app.get(`/draw/${name}`, { config: { call: 'draw program' } }, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .header('content-disposition', `attachment; filename="${name}"`)
        .type(name.endsWith('.zip') ? 'application/zip' : 'text/plain; charset=utf-8')
        .send(programs[name]),
    );
  }
}

function documentsOf(
  database: Database,
  campaign: string,
  wall: () => number,
): Record<keyof typeof drawAddresses, () => Promise<Published | Missing>> {
  const headOf = onceAMinute(wall, () => readLedgerHead(database, campaign));
  return {
    commitment: async () => {
      const stored = await readCommitment(database, campaign);
      if (!stored) return 'notFound';
      const { text: body, hash: etag } = stored;
      return { type: 'application/json', body, maxAge: daySeconds, etag };
    },
    amendments: async () => {
      const body = amendmentLines(await readAmendments(database, campaign));
      return { type: 'application/x-ndjson; charset=utf-8', body, maxAge: headSeconds };
    },
    head: async () => {
      // After the reveal this is the head of the final ledger.
      const isOver = (await readReveal(database, campaign)) !== undefined;
      const head = await (isOver ? readLedgerHead(database, campaign) : headOf());
      if (!head) return 'notFound';
      return { type: 'application/json', body: headText(head, wall()), maxAge: headSeconds };
    },
    secret: async () => {
      const reveal = await readReveal(database, campaign);
      if (!reveal) return 'notPublished';
      const body = `${reveal.secret.toString('hex')}\n`;
      return { type: 'text/plain; charset=utf-8', body, maxAge: daySeconds };
    },
    ledger: async () => {
      const reveal = await readReveal(database, campaign);
      const head = reveal && (await readLedgerHead(database, campaign));
      if (!head) return 'notPublished';
      const body = Readable.from(exportLedger(database, campaign, head.entries));
      const type = 'application/x-ndjson; charset=utf-8';
      return { type, body, maxAge: daySeconds, etag: head.hash };
    },
  };
}

/**
 * Polling every second reveals no more than the ledger's minutes: the first answer of a minute is
 * reused for all of it.
 */
function onceAMinute<Result>(wall: () => number, read: () => Promise<Result>) {
  let last: { minute: number; result: Promise<Result> } | undefined;
  return (): Promise<Result> => {
    const minute = Math.floor(wall() / 60_000);
    if (last?.minute !== minute) {
      const result = read();
      last = { minute, result };
      // A failure is not cached.
      result.catch(() => (last = undefined));
    }
    return last.result;
  };
}
