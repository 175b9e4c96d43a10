// The auditor's files, by GET, so that a browser saves them as they arrive, however long the ledger
// is.
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { drawFiles } from '@inaam/contract/console/draw.ts';
import { readAllowedDownload, type AllowedDownload } from '../draw/published/draw-downloads.sql.ts';
import { amendmentLines, readAmendments } from '../draw/amendments/amendments.sql.ts';
import { readCommitment } from '../draw/commitments.sql.ts';
import { exportLedger, headText } from '../draw/ledger.sql.ts';
import { downloadMinutes } from '../draw/published/read-draw.call.ts';
import type { ConsoleContext, ConsoleContexts, SignedIn } from './context.ts';
import { ConsoleRefusal, isSameOrigin } from './refusal.ts';
import { enterCampaign } from './sign-in/session.ts';

type Name = keyof typeof drawFiles;

export function addDrawFiles(app: FastifyInstance, contexts: ConsoleContexts): void {
  const [{ origin }] = contexts;
  for (const name of ['commitment', 'amendments', 'head', 'ledger'] as const) {
    const address = drawFiles[name];
    app.route({
      method: 'GET',
      url: address.slice('/api'.length),
      config: { call: `draw file ${name}` },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { headers } = request;
        if (!isSameOrigin(headers, origin)) {
          throw new ConsoleRefusal('notAllowed', 'Download it from the page of the draw.');
        }
        const { context, signedIn } = await enterCampaign(request, contexts, false);
        const allowed = await allowedFor(context, signedIn);
        const fileName = `${context.campaign.id}-${address.slice(address.lastIndexOf('/') + 1)}`;
        return reply
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .type('application/octet-stream')
          .send(await contents[name](context, allowed));
      },
    });
  }
}

/** @throws ConsoleRefusal unless the account has given a reason within the last minutes */
async function allowedFor(
  { database, campaign, clocks }: ConsoleContext,
  { id, name, role }: SignedIn,
): Promise<AllowedDownload> {
  if (!consoleCalls.allowDrawFiles.may.some((may) => may === role)) {
    throw new ConsoleRefusal('notAllowed', `The role ${role} may not do this.`);
  }
  const from = clocks.wall() - downloadMinutes * 60_000;
  const allowed = await readAllowedDownload(database, campaign.id, { by: name, account: id, from });
  if (!allowed) {
    throw new ConsoleRefusal(
      'refused',
      'Give a reason on the page of the draw first, then download.',
    );
  }
  return allowed;
}

type Content = (
  context: ConsoleContext,
  upTo: AllowedDownload,
) => Promise<string | Readable> | string | Readable;

/** All files end with the entry that was the last when the reason was given. */
const contents: Record<Name, Content> = {
  commitment: async ({ database, campaign }) =>
    (await readCommitment(database, campaign.id))?.text ?? '',
  amendments: async ({ database, campaign }, { entries }) => {
    const amendments = await readAmendments(database, campaign.id);
    return amendmentLines(amendments.filter(({ number }) => number < entries));
  },
  head: (_context, { entries, hash, at }) => headText({ entries, hash }, at),
  ledger: ({ database, campaign }, { entries }) =>
    Readable.from(exportLedger(database, campaign.id, entries)),
};
