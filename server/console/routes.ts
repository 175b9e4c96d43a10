import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  consoleCalls,
  type ConsoleCall,
  type ConsoleCallName,
  campaignHeader,
  isRefreshed,
  refreshHeader,
} from '@inaam/contract/console/calls.ts';
import {
  consoleHandlerOf,
  type ConsoleContext,
  type ConsoleContexts,
  type ConsoleHandlers,
  type SignedIn,
  type Visitor,
} from './context.ts';
import { answerErrors, isSameOrigin, ConsoleRefusal } from './refusal.ts';
import { clearFlow, flowOf, setFlow, clearToken, setToken, tokenOf } from './sign-in/tokens.ts';
import { contextOf, inCampaign, personBy } from './sign-in/session.ts';

const bodyBytesMax = 64 * 1024;

export async function registerConsoleCalls(
  app: FastifyInstance,
  contexts: ConsoleContexts,
  handlers: ConsoleHandlers,
  addUploads: (api: FastifyInstance) => Promise<void>,
): Promise<void> {
  const [{ log }] = contexts;
  await app.register(
    async (api) => {
      // Only JSON, which a form of another site cannot send.
      api.removeContentTypeParser('text/plain');
      answerErrors(api, log);
      api.addHook('onSend', async (_request, reply) => {
        void reply.header('cache-control', 'no-store');
      });
      for (const name of callNames) addRoute(api, name, contexts, handlers);
      await addUploads(api);
    },
    { prefix: '/api' },
  );
}

const isCallName = (name: string): name is ConsoleCallName => Object.hasOwn(consoleCalls, name);
const callNames = Object.keys(consoleCalls).filter(isCallName);

function addRoute(
  app: FastifyInstance,
  name: ConsoleCallName,
  contexts: ConsoleContexts,
  handlers: ConsoleHandlers,
): void {
  const call: ConsoleCall = consoleCalls[name];
  const [first] = contexts;
  const isSecure = first.origin.startsWith('https:');
  const people = new WeakMap<FastifyRequest, { context: ConsoleContext; signedIn: SignedIn }>();
  const enter = async (request: FastifyRequest, isBackground: boolean) => {
    if (call.may === 'nobody') return;
    const person = await personBy(tokenOf(request, isSecure), first, isBackground);
    const context = call.isOfPerson
      ? contextOfPerson(request, contexts, person)
      : contextOf(request, contexts);
    const signedIn = inCampaign(person, context);
    if (!call.may.some((role) => role === signedIn.role)) {
      throw new ConsoleRefusal('notAllowed', `The role ${signedIn.role} may not do this.`);
    }
    people.set(request, { context, signedIn });
  };
  app.route({
    method: 'POST',
    url: `/${call.path}`,
    bodyLimit: call.bodyBytesMax ?? bodyBytesMax,
    config: { call: name },
    // Reject unauthorized requests before reading the body.
    onRequest: async (request) => {
      if (!isSameOrigin(request.headers, first.origin)) {
        throw new ConsoleRefusal(
          'notAllowed',
          `This page is not at the console's own address. Open ${first.origin}.`,
        );
      }
      await enter(request, true);
    },
    // Check again: a slow body must not outlast its session.
    preHandler: (request) =>
      enter(request, isRefreshed(name) && request.headers[refreshHeader] === '1'),
    handler: async (request, reply) => {
      const fields = fieldsOf(name, request.body);
      const visitor = visitorOf(request, reply, isSecure);
      const { context = first, signedIn } = people.get(request) ?? {};
      const answer = await consoleHandlerOf(handlers, name)(context, fields, signedIn, visitor);
      // Removes fields that the contract does not list.
      return reply.send(call.answer.parse(answer));
    },
  });
}

const contextOfPerson = (
  request: FastifyRequest,
  contexts: ConsoleContexts,
  { roles }: Pick<SignedIn, 'roles'>,
): ConsoleContext =>
  request.headers[campaignHeader] === undefined
    ? (contexts.find(({ campaign: { id } }) => roles.some(({ campaign }) => campaign === id)) ??
      contexts[0])
    : contextOf(request, contexts);

/** @throws ConsoleRefusal that names the fields, never their values */
function fieldsOf(name: ConsoleCallName, body: unknown): object {
  const { success, data, error } = consoleCalls[name].fields.safeParse(body);
  if (success) {
    // PostgreSQL cannot store NUL.
    if (!hasNul(data)) return data;
    throw new ConsoleRefusal('invalid', 'Check what you entered: a text has a NUL character.');
  }
  const names = new Set(error.issues.map(({ path }) => String(path[0] ?? 'all')));
  throw new ConsoleRefusal('invalid', `Check what you entered: ${[...names].join(', ')}.`);
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
}

const visitorOf = (request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Visitor => ({
  address: request.clientAddress,
  session: tokenOf(request, isSecure),
  keepSession: (token) => setToken(reply, token, isSecure),
  forgetSession: () => clearToken(reply, isSecure),
  flow: flowOf(request, isSecure),
  keepFlow: (flow) => setFlow(reply, flow, isSecure),
  forgetFlow: () => clearFlow(reply, isSecure),
});
