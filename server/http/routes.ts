// Hangs the contract's table of calls into Fastify: each row becomes an address, its checks and its call file.
// Holds no call's own logic.
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import { callNames, calls, type CallName } from '@inaam/contract/calls.ts';
import { handleCallErrors, sendAnswer } from './responses.ts';
import { bearerOf, fieldsOf, holderOf, openSigned, userKeyOf } from './call-checks.ts';
import { languageOf } from './language.ts';
import { Refusal } from './refusal.ts';
import type { CallHandlers, CallContext } from './context.ts';

/** Registers the ten calls under `/api/`. */
export async function routeCalls(
  app: FastifyInstance,
  handlers: CallHandlers,
  tools: CallContext,
  encoding: AnswerEncoding,
): Promise<void> {
  await app.register(
    async (api) => {
      handleCallErrors(api, tools.campaign, encoding);
      await api.register(async (open) => {
        open.removeContentTypeParser('text/plain');
        routeCallKind(open, ['open'], handlers, tools, encoding);
      });
      await api.register(async (signed) => {
        signed.removeAllContentTypeParsers();
        await signed.register(formbody);
        routeCallKind(signed, ['signed', 'read'], handlers, tools, encoding);
      });
    },
    { prefix: '/api' },
  );
}

type CallKind = (typeof calls)[CallName]['kind'];

function routeCallKind(
  app: FastifyInstance,
  kinds: readonly CallKind[],
  handlers: CallHandlers,
  tools: CallContext,
  encoding: AnswerEncoding,
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
      handler: async (request, reply) => {
        const call = await checkedCall(name, request, tools);
        const answer = await handlerOf(name, handlers)(call, tools);
        return sendAnswer(reply, { statusCode: 200, ...answer }, encoding);
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

type AnyHandler = (call: object, tools: CallContext) => Promise<object>;

/**
 * The handler of a row. The table's types tie each handler to its row; looked up by a name that is only known at
 * run time the tie is lost, and `checkedCall` has made it good.
 */
function handlerOf(name: CallName, handlers: CallHandlers): AnyHandler {
  return handlers[name] as AnyHandler;
}

async function checkedCall(
  name: CallName,
  request: FastifyRequest,
  tools: CallContext,
): Promise<object> {
  const { kind, bearer } = calls[name];
  const words = tools.campaign.words(languageOf(request, tools.campaign));
  switch (kind) {
    case 'open':
      return {
        fields: fieldsOf(name, request.body),
        accessToken: bearerOf(request),
        // The network address as far as the proxies are trusted.
        address: request.ip,
        words,
      };
    case 'read': {
      const userKey = userKeyOf(request, tools);
      const holder = bearer ? await holderOf(request, userKey, tools) : undefined;
      return { fields: {}, userKey, words, holder };
    }
    case 'signed': {
      const { userKey, t, fields } = openSigned(request, tools);
      const holder = bearer ? await holderOf(request, userKey, tools) : undefined;
      return { fields: fieldsOf(name, fields), userKey, t, words, holder };
    }
    default:
      return kind satisfies never;
  }
}
