import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import { callNames, calls, type CallName } from '@inaam/contract/calls.ts';
import { serverPlugins } from '@inaam/plugins/server.ts';
import { handleCallErrors, sendAnswer } from './responses.ts';
import { languageOf } from './language.ts';
import { Refusal, refuse, sessionExpired, type SentMessageId } from './refusal.ts';
import { createWaitingCalls, type WaitingCalls, shedLoad } from './overload.ts';
import type {
  AuthenticatedParticipant,
  CallContext,
  CallHandlers,
  TokenStorage,
} from './context.ts';
import { isUtf8 } from 'node:buffer';
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { clockSkewMaxMs } from '@inaam/contract/limits.ts';
import { readSigned, type SigningTools } from '@inaam/contract/signing.ts';

declare module 'fastify' {
  // Merged into Fastify's own interface, so it must be one.
  export interface FastifyRequest {
    /** The valid user key of the path; empty where a call has none. */
    userKey: string;
  }
}

export const nativeSigningTools: SigningTools = {
  hmacHex: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
  textOfBase64: (spelling) => {
    const bytes = Buffer.from(spelling, 'base64');
    return isUtf8(bytes) && bytes.toString('base64') === spelling ? bytes.toString() : undefined;
  },
};

type RouteOptions<Storage> = {
  handlers: CallHandlers<Storage>;
  context: CallContext<Storage>;
  encoding: AnswerEncoding;
  /** Omitted: no call is refused, however busy the process is. */
  eventLoopDelayMs: (() => number) | undefined;
};

export async function registerCallRoutes<Storage extends TokenStorage>(
  app: FastifyInstance,
  options: RouteOptions<Storage>,
): Promise<void> {
  await app.register(
    async (api) => {
      handleCallErrors(api, options.context.campaign, options.encoding);
      api.decorateRequest('userKey', '');
      const waiting = createWaitingCalls();
      const { eventLoopDelayMs } = options;
      if (eventLoopDelayMs)
        shedLoad(api, { eventLoopMs: eventLoopDelayMs, waitMs: waiting.waitMs });
      await api.register(async (open) => {
        open.removeContentTypeParser('text/plain');
        addRoutes(open, ['open'], options, waiting);
      });
      await api.register(async (signed) => {
        signed.removeAllContentTypeParsers();
        await signed.register(formbody);
        addRoutes(signed, ['signed', 'read'], options, waiting);
      });
    },
    { prefix: '/api' },
  );
}

type CallKind = (typeof calls)[CallName]['kind'];

function addRoutes<Storage extends TokenStorage>(
  app: FastifyInstance,
  kinds: readonly CallKind[],
  { handlers, context, encoding }: RouteOptions<Storage>,
  waiting: WaitingCalls,
): void {
  for (const name of callNames) {
    const { path, kind } = calls[name];
    const handle = handlerOf(name, handlers);
    if (!handle || !kinds.includes(kind)) continue;
    const url = kind === 'open' ? `/${path}` : `/${path}/:userKey`;
    const method = kind === 'read' ? 'GET' : 'POST';
    app.route({
      method,
      url,
      config: { call: name },
      exposeHeadRoute: false,
      onRequest: async (request) => {
        // Check the key before reading the body: only requests with a valid key are worth it.
        if (kind !== 'open') request.userKey = userKeyOf(request, context);
      },
      handler: async (request, reply) => {
        const end = waiting.begin(kind === 'open' ? undefined : request.userKey);
        try {
          const call = await checkedCall(name, request, context);
          const answer = await handle(call, context);
          return sendAnswer(reply, { statusCode: 200, ...answer }, encoding);
        } finally {
          end();
        }
      },
    });
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].filter(
        (other) => other !== method,
      ),
      url,
      config: { call: name },
      handler: (_request, reply) => {
        void reply.header('allow', method);
        throw new Refusal(405, 'wrongMethod');
      },
    });
  }
}

type AnyHandler<Storage> = (call: object, context: CallContext<Storage>) => Promise<object>;

/**
 * `checkedCall` returns this handler's arguments; the compiler cannot see that for a name known
 * only at run time.
 */
function handlerOf<Storage>(name: CallName, handlers: CallHandlers<Storage>) {
  return handlers[name] as AnyHandler<Storage> | undefined;
}

async function checkedCall(
  name: CallName,
  request: FastifyRequest,
  context: CallContext<TokenStorage>,
): Promise<object> {
  const { kind, bearer } = calls[name];
  const language = languageOf(request, context.campaign);
  const words = context.campaign.words(language);
  switch (kind) {
    case 'open':
      return {
        fields: fieldsOf(name, request.body),
        accessToken: bearerToken(request),
        // The client's address, as far as the proxies are trusted.
        address: request.clientAddress,
        language,
        words,
      };
    case 'read': {
      const { userKey } = request;
      const participant = bearer ? await authenticate(request, userKey, context) : undefined;
      return { fields: {}, userKey, words, participant };
    }
    case 'signed': {
      const { userKey, t, fields } = openSigned(request, context);
      const participant =
        bearer === true ? await authenticate(request, userKey, context) : undefined;
      const { clientAddress: address } = request;
      const accessToken = bearerToken(request);
      return {
        fields: fieldsOf(name, fields),
        userKey,
        t,
        address,
        words,
        participant,
        accessToken,
      };
    }
    default:
      return kind satisfies never;
  }
}

const signedBody = z.object({ userKey: z.string(), data: z.string() });

function userKeyOf(request: FastifyRequest, context: CallContext): string {
  const { params } = request;
  const userKey = typeof params === 'object' && params && 'userKey' in params && params.userKey;
  if (typeof userKey !== 'string' || !context.keys.isUserKey(userKey)) throw sessionExpired();
  return userKey;
}

/**
 * Requires the same user key in path, body and payload. The returned fields are not validated yet.
 */
function openSigned(
  request: FastifyRequest,
  context: CallContext,
): { userKey: string; t: number; fields: Record<string, unknown> } {
  const { userKey } = request;
  // A key that occurs twice in the form becomes an array and is refused like a missing one.
  const body = signedBody.safeParse(request.body);
  if (!body.success || body.data.userKey !== userKey) throw sessionExpired();
  const signed = readSigned(body.data.data, context.keys.dataKeyOf(userKey), nativeSigningTools);
  if (!signed || signed.userKey !== userKey) throw sessionExpired();
  const now = context.clocks.wall();
  // The signature is valid, so only the phone's clock is wrong. The answer contains the server's
  // time.
  if (Math.abs(now - signed.t) > clockSkewMaxMs) throw sessionExpired(now);
  return { userKey, t: signed.t, fields: signed.fields };
}

function bearerToken(request: FastifyRequest): string | undefined {
  const [, token] =
    /^Bearer ([A-Za-z0-9_-]{20,100})$/i.exec(request.headers.authorization ?? '') ?? [];
  return token;
}

/** The token must belong to this user key. */
async function authenticate(
  request: FastifyRequest,
  userKey: string,
  context: CallContext<TokenStorage>,
): Promise<AuthenticatedParticipant> {
  const token = bearerToken(request);
  if (token === undefined) throw sessionExpired();
  const hash = context.keys.tokenHash(token);
  const participant = await context.storage.readTokens.one({ hash, now: context.clocks.wall() });
  if (participant === 'none' || participant.userKey !== userKey) throw sessionExpired();
  return participant;
}

const messageIdOfField = new Map<PropertyKey, SentMessageId>([
  ['name', 'invalidName'],
  ['mobile', 'invalidMobile'],
  ['otp', 'invalidOtp'],
  ['city', 'emptyCity'],
  ['email', 'format'],
  ['age', 'invalidAge'],
  ['gender', 'invalidGender'],
  ...serverPlugins.flatMap(({ fieldRefusals }) => Object.entries(fieldRefusals ?? {})),
]);

/** A wrong type is refused with the message id of its field. */
function fieldsOf(name: CallName, sent: unknown): unknown {
  const result = z.safeParse(calls[name].fields, sent);
  if (result.success) return result.data;
  const [field = ''] = result.error.issues[0]?.path ?? [];
  throw refuse(messageIdOfField.get(field) ?? 'invalidData');
}
