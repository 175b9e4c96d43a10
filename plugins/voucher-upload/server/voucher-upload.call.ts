// The upload of a file of voucher codes. Its body is the file, so it is checked apart from the
// other calls. The answer is a stream of JSON lines, because a file of a million codes takes
// minutes.
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  voucherUpload,
  type VoucherUploadAnswer,
  type VoucherUploadEvent,
  type VoucherUploadFields,
} from '../contract.ts';
import { promisedUntil } from '@inaam/server/vouchers/voucher-validity.rules.ts';
import { recordAudit, readAuditPage } from '@inaam/server/database/audit-log.ts';
import { operatorOf } from '@inaam/server/console/audit-words.ts';
import type { ConsoleContext, ConsoleContexts, SignedIn } from '@inaam/server/console/context.ts';
import {
  logAndRefuse,
  isSameOrigin,
  allowSlowBody,
  ConsoleRefusal,
} from '@inaam/server/console/refusal.ts';
import type { ConsoleRoutes } from '../../server-plugin.ts';
import {
  createVoucherLoader,
  type LoaderStore,
  type CheckedFile,
  tooLarge,
  type VoucherLoader,
} from './voucher-loader.call.ts';
import { enterCampaign } from '@inaam/server/console/sign-in/session.ts';

const call = 'loadVouchers';
const checkCommand = 'console vouchers check';
/** Per account and hour: each check discloses which codes are in the stock. */
const checksMax = 30;
const hourMs = 3_600_000;

export function addVoucherUpload(
  app: FastifyInstance,
  { contexts, loaderAccess }: ConsoleRoutes,
): void {
  if (!loaderAccess) return;
  const [{ origin, log }] = contexts;
  // One file at a time in each campaign.
  const loaders = new Map(
    contexts.map(({ campaign: { id } }) => [id, createVoucherLoader(loaderAccess, log)]),
  );
  app.addHook('preClose', async () => {
    for (const loader of loaders.values()) await loader.stop();
  });
  const { bytesMax, type } = voucherUpload;
  app.removeAllContentTypeParsers();
  // Do not parse the body: the file is streamed.
  app.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
  app.route({
    method: 'POST',
    url: voucherUpload.address.slice('/api'.length),
    bodyLimit: bytesMax,
    config: { call },
    onRequest: async ({ headers }) => {
      // Every supported browser sends the origin of an upload.
      if (headers.origin === undefined || !isSameOrigin(headers, origin)) {
        throw new ConsoleRefusal('notAllowed', 'Load codes from the page of stock and delivery.');
      }
      if (Number(headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
    },
    handler: async (request, reply) => {
      const entered = await enter(request, contexts, true);
      const loader = loaders.get(entered.context.campaign.id);
      if (!loader) throw new Error('The campaign has no loader.');
      return answerUpload({ request, reply, contexts, ...entered, loader });
    },
  });
}

async function answerUpload(
  entered: Omit<Upload, 'fields' | 'store' | 'say'>,
): Promise<FastifyReply> {
  const { request, reply, context, loader, signedIn } = entered;
  const { log } = context;
  allowSlowBody(request, voucherUpload.minutesMax * 60_000);
  const fields = fieldsOf(request.headers[voucherUpload.header]);
  const store = storeOf(context, signedIn, fields);
  assertValidDays(context, fields);
  await assertFewChecks(context, signedIn);
  loader.assertFree();
  const lines = new PassThrough();
  const say = (event: VoucherUploadEvent) => void lines.write(`${JSON.stringify(event)}\n`);
  void load({ ...entered, fields, store, say })
    .then((answer) => say({ answer }))
    .catch((error: unknown) => {
      const { code, message } = logAndRefuse(error, call, log);
      say({ refusal: { code, message } });
    })
    .finally(() => lines.end());
  return reply.type('application/x-ndjson').send(lines);
}

type Upload = {
  request: FastifyRequest;
  reply: FastifyReply;
  contexts: ConsoleContexts;
  context: ConsoleContext;
  loader: VoucherLoader;
  signedIn: SignedIn;
  fields: VoucherUploadFields;
  store: LoaderStore | undefined;
  say: (event: VoucherUploadEvent) => void;
};

async function load(upload: Upload): Promise<VoucherUploadAnswer> {
  const { request, reply, contexts, context, fields, store, say } = upload;
  const { campaign, clocks } = context;
  const gone = new AbortController();
  // Reloading the page also aborts: nothing is loaded that the sender cannot see.
  reply.raw.once('close', () => gone.abort(new ConsoleRefusal('busy', brokenOff)));
  const { separator, codeColumn, ...reading } = fields.reading;
  let ended: VoucherUploadAnswer | undefined;
  let amounts: CheckedFile['amounts'] | undefined;
  const batch = await upload.loader.load({
    by: upload.signedIn.name,
    body: request.raw,
    bytesMax: voucherUpload.bytesMax,
    signal: gone.signal,
    campaign: campaign.id,
    isStored: store !== undefined,
    file: {
      separator,
      codeColumn,
      ...withoutNulls(reading),
      amounts: Object.keys(campaign.sms.vouchers).map(Number),
      promisedUntil: promisedUntil(clocks.campaign()),
    },
    show: (step) => say({ step }),
    decide: async (checked) => {
      // And again: a file that comes slowly must not outlast its session.
      const { signedIn: now } = await enter(request, contexts, false);
      amounts = checked.amounts;
      const { count, isLoaded, sha256 } = checked;
      if (count === 0 && !isLoaded && sha256 === fields.load?.sha256) return store;
      await recordCheck(context, now, checked);
      ended = checkedAnswer(checked, fields);
      return undefined;
    },
  });
  if (ended) return ended;
  if (batch === undefined || !amounts) throw new Error('The loader has reviewed nothing.');
  return { result: 'loaded', batch, amounts };
}

const brokenOff = 'The connection was lost.';

/**
 * The answer for a file that is not loaded now.
 * @throws ConsoleRefusal if it is not the file that was checked
 */
function checkedAnswer(
  { sha256, isLoaded, count, faults, amounts }: CheckedFile,
  fields: VoucherUploadFields,
): VoucherUploadAnswer {
  if (count > 0) return { result: 'faulty', count, faults };
  if (isLoaded) return { result: 'already', amounts };
  if (!fields.load) return { result: 'checked', sha256, amounts };
  throw new ConsoleRefusal(
    'refused',
    'Nothing was loaded: this is not the file that was checked. Check it again.',
  );
}

/** @throws ConsoleRefusal */
async function enter(
  request: FastifyRequest,
  contexts: ConsoleContexts,
  isBackground: boolean,
): Promise<Pick<Upload, 'context' | 'signedIn'>> {
  const entered = await enterCampaign(request, contexts, isBackground);
  const { signedIn } = entered;
  if (voucherUpload.may.some((may) => may === signedIn.role)) return entered;
  throw new ConsoleRefusal('notAllowed', `The role ${signedIn.role} may not do this.`);
}

/** @throws ConsoleRefusal that quotes nothing: a column's name may be a code by mistake */
function fieldsOf(header: string | string[] | undefined): VoucherUploadFields {
  try {
    const text: unknown = JSON.parse(decodeURIComponent(String(header ?? '')));
    return voucherUpload.fields.parse(text);
  } catch {
    throw new ConsoleRefusal('invalid', 'Check which columns are chosen, and the reason.');
  }
}

function storeOf(
  context: ConsoleContext,
  signedIn: SignedIn,
  { load }: VoucherUploadFields,
): LoaderStore | undefined {
  return load ? operatorOf(context, signedIn, load.reason) : undefined;
}

/** @throws ConsoleRefusal */
function assertValidDays({ clocks }: ConsoleContext, { reading }: VoucherUploadFields): void {
  const until = promisedUntil(clocks.campaign());
  if (reading.expiryOfAll === null || reading.expiryOfAll >= until) return;
  throw new ConsoleRefusal(
    'invalid',
    `A voucher of today is promised to be valid until ${until}: the codes expire too soon.`,
  );
}

/** @throws ConsoleRefusal */
async function assertFewChecks(
  { database, campaign, clocks }: ConsoleContext,
  { name }: SignedIn,
): Promise<void> {
  const from = clocks.wall() - hourMs;
  const filter = { by: name, command: checkCommand, from, until: null, before: null };
  const rows = await readAuditPage(database, campaign.id, filter, checksMax);
  if (rows.length < checksMax) return;
  throw new ConsoleRefusal(
    'refused',
    `You have checked ${checksMax} files within an hour. Try again later: a check says which codes are in the stock.`,
  );
}

/**
 * Records each check, whatever its result. Loading writes its own row in the transaction that
 * loads.
 */
async function recordCheck(
  { database, campaign, clocks }: ConsoleContext,
  { name }: SignedIn,
  { amounts, count: faults, known }: CheckedFile,
): Promise<void> {
  const codes = amounts.reduce((sum, { count }) => sum + count, 0);
  await recordAudit(database, {
    campaign: campaign.id,
    command: checkCommand,
    operator: { by: name, reason: 'checked in the console', at: clocks.wall() },
    details: { codes, faults, known },
  });
}

function withoutNulls(reading: Omit<VoucherUploadFields['reading'], 'separator' | 'codeColumn'>) {
  const { amountColumn, amountOfAll, expiryColumn, expiryOfAll } = reading;
  return {
    amountColumn: amountColumn ?? undefined,
    amountOfAll: amountColumn === null ? (amountOfAll ?? undefined) : undefined,
    expiryColumn: expiryColumn ?? undefined,
    expiryOfAll: expiryColumn === null ? (expiryOfAll ?? undefined) : undefined,
  };
}
