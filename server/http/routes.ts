import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import { callNames, calls, type CallName } from '@inaam/contract/calls.ts';
import { handleCallErrors, sendAnswer } from './responses.ts';
import { bearerToken, fieldsOf, authenticate, openSigned, userKeyOf } from './call-checks.ts';
import { languageOf } from './language.ts';
import { Refusal } from './refusal.ts';
import { createCallDelay, type CallDelay, shedLoad } from './overload.ts';
import type { CallHandlers, CallContext } from './context.ts';

type RouteOptions = {
  handlers: CallHandlers;
  context: CallContext;
  encoding: AnswerEncoding;
  /** Omitted: no call is refused, however busy the process is. */
  eventLoopDelayMs: (() => number) | undefined;
};

export async function registerCallRoutes(
  app: FastifyInstance,
  options: RouteOptions,
): Promise<void> {
  await app.register(
    async (api) => {
      handleCallErrors(api, options.context.campaign, options.encoding);
      const delay = createCallDelay();
      const { eventLoopDelayMs } = options;
      if (eventLoopDelayMs) shedLoad(api, { eventLoopMs: eventLoopDelayMs, callMs: delay.meanMs });
      await api.register(async (open) => {
        open.removeContentTypeParser('text/plain');
        addRoutes(open, ['open'], options, delay);
      });
      await api.register(async (signed) => {
        signed.removeAllContentTypeParsers();
        await signed.register(formbody);
        addRoutes(signed, ['signed', 'read'], options, delay);
      });
    },
    { prefix: '/api' },
  );
}

type CallKind = (typeof calls)[CallName]['kind'];

function addRoutes(
  app: FastifyInstance,
  kinds: readonly CallKind[],
  { handlers, context, encoding }: RouteOptions,
  delay: CallDelay,
): void {
  for (const name of callNames) {
    const { path, kind } = calls[name];
    if (!kinds.includes(kind)) continue;
    const url = kind === 'open' ? `/${path}` : `/${path}/:userKey`;
    const method = kind === 'read' ? 'GET' : 'POST';
    app.route({
      method,
      url,
      config: { call: name },
      exposeHeadRoute: false,
      onRequest: async (request) => {
        // Check the key before reading the body: only requests with a valid key are worth it.
        if (kind !== 'open') userKeyOf(request, context);
      },
      handler: async (request, reply) => {
        const end = delay.begin(kind === 'open' ? undefined : userKeyOf(request, context));
        try {
          const call = await checkedCall(name, request, context);
          const answer = await handlerOf(name, handlers)(call, context);
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

type AnyHandler = (call: object, context: CallContext) => Promise<object>;

/**
 * `checkedCall` returns this handler's arguments; the compiler cannot see that for a name known
 * only at run time.
 */
function handlerOf(name: CallName, handlers: CallHandlers): AnyHandler {
  return handlers[name] as AnyHandler;
}

async function checkedCall(
  name: CallName,
  request: FastifyRequest,
  context: CallContext,
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
      const userKey = userKeyOf(request, context);
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
