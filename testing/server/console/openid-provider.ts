// A real, certified OpenID Connect provider on loopback; sign-in takes only a name.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider, type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider';
import { listenOnLoopback } from '../delivery/faulty-gateway.ts';

type Colleague = { subject: string; email: string; isVerified: boolean };

export type TestProviderClient = { id: string; secret: string; returnTo: string };

export type TestProvider = {
  issuer: string;
  client: TestProviderClient;
  stop: () => Promise<void>;
};

type Options = {
  /** The console's redirect URI. */
  returnTo: string;
  colleagues: readonly Colleague[];
  /** The provider's other clients. */
  others?: readonly TestProviderClient[];
};

/** The user named in `/interaction/…?as=`, without a password. */
export async function startTestProvider({
  returnTo,
  colleagues,
  others = [],
}: Options): Promise<TestProvider> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  // A different site than the console, which is at localhost.
  const issuer = `http://127.0.0.1:${port}`;
  const client = { id: 'inaam-console', secret: randomBytes(24).toString('base64url'), returnTo };
  const provider = new Provider(issuer, configurationOf([client, ...others], colleagues));
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    if (!pathname.startsWith('/interaction/')) return void answer(request, response);
    const chosen = searchParams.get('as');
    if (chosen === null) return page(response, pathname, colleagues);
    const result =
      chosen === 'nobody'
        ? { error: 'access_denied', error_description: 'Cancelled.' }
        : { login: { accountId: chosen } };
    return void provider
      .interactionFinished(request, response, result, { mergeWithLastSubmission: false })
      .catch(() => response.writeHead(500).end());
  });
  return {
    issuer,
    client,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function configurationOf(
  clients: readonly TestProviderClient[],
  colleagues: readonly Colleague[],
): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: clients.map(({ id, secret, returnTo }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [returnTo],
    })),
    adapter: adapterInMemory(),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'test' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => {
      const found = colleagues.find(({ subject }) => subject === id);
      return (
        found && {
          accountId: id,
          claims: () => ({ sub: id, email: found.email, email_verified: found.isVerified }),
        }
      );
    },
    // No consent screen: the console belongs to the company.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    clientBasedCORS: () => false,
    ttl: {
      Grant: 600,
      AccessToken: 60,
      AuthorizationCode: 60,
      IdToken: 60,
      Interaction: 600,
      Session: 600,
    },
    renderError: (context, out) => {
      context.type = 'text/plain';
      context.body = `refused: ${out.error}`;
    },
  };
}

/** One link per colleague. */
function page(response: ServerResponse, pathname: string, colleagues: readonly Colleague[]): void {
  const links = colleagues.map(
    ({ subject }) => `<li><a href="${pathname}?as=${subject}">Continue as ${subject}</a></li>`,
  );
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1><ul>${links.join('')}</ul><a href="${pathname}?as=nobody">Cancel</a></html>`,
  );
}

/** The provider's own adapter warns that it is not for production. */
function adapterInMemory(): new (name: string) => Adapter {
  const rows = new Map<string, AdapterPayload>();
  return class implements Adapter {
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    #key(id: string): string {
      return `${this.#name}:${id}`;
    }
    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      rows.set(this.#key(id), payload);
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      return rows.get(this.#key(id));
    }
    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return [...rows.values()].find((row) => row.uid === uid);
    }
    async findByUserCode(): Promise<undefined> {
      return undefined;
    }
    async consume(id: string): Promise<void> {
      const row = rows.get(this.#key(id));
      if (row) row['consumed'] = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string): Promise<void> {
      rows.delete(this.#key(id));
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
    }
  };
}
