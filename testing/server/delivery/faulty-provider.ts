// An OpenID Connect provider whose responses a test specifies; no library creates such tokens.
import { createHmac, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './faulty-gateway.ts';

type Claims = Record<string, unknown>;

export type Faults = {
  /** Instead of the correct ones. */
  claims?: Claims;
  header?: Readonly<Record<string, unknown>>;
  /** `hmac`: with the client's secret, shared by provider and console. */
  signedBy?: 'its key' | 'another key' | 'hmac' | 'nobody';
  /** Of the discovery document. */
  metadata?: Claims;
  /** A path whose response never ends: without bytes, or after the first ones. */
  hangs?: { path: string; after: 'nothing' | 'headers' };
  /** Of a path. */
  status?: { path: string; code: number; body: string };
};

export type FaultyProvider = {
  issuer: string;
  client: { id: string; secret: string };
  /** Of the next responses. */
  be: (faults: Faults) => void;
  /** Signs with a new key from now on. */
  changeKey: () => void;
  /** The nonce of the flow whose code comes next. */
  expectNonce: (nonce: string) => void;
  /** Number of requests per path. */
  asked: (path: string) => number;
  /** Connections with a pending response. */
  hanging: () => number;
  stop: () => Promise<void>;
};

const goodSubject = 'subject-of-asha';

export async function startFaultyProvider(): Promise<FaultyProvider> {
  const client = { id: 'inaam-console', secret: randomBytes(24).toString('base64url') };
  const asked = new Map<string, number>();
  const hanging = new Set<ServerResponse>();
  let faults: Faults = {};
  let nonce = '';
  let keys = newKeys();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer());
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    const send = (body: unknown, code = 200) => {
      response.writeHead(code, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    if (faults.hangs?.path === pathname) {
      hanging.add(response);
      response.on('close', () => hanging.delete(response));
      if (faults.hangs.after === 'headers') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{');
      }
      return;
    }
    if (faults.status?.path === pathname) return send(faults.status.body, faults.status.code);
    if (pathname === '/.well-known/openid-configuration') return send(metadataOf(issuer(), faults));
    if (pathname === '/keys') return send({ keys: [jwkOf(keys)] });
    return send({ access_token: 'access', token_type: 'Bearer', id_token: idToken() });
  });
  const port = await listenOnLoopback(server);
  const issuer = () => `http://localhost:${port}`;
  const idToken = () => idTokenOf({ issuer: issuer(), client, nonce, keys, faults });
  return {
    issuer: issuer(),
    client,
    be: (next) => {
      faults = next;
    },
    changeKey: () => {
      keys = newKeys();
    },
    expectNonce: (next) => {
      nonce = next;
    },
    asked: (path) => asked.get(path) ?? 0,
    hanging: () => hanging.size,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const metadataOf = (issuer: string, { metadata }: Faults) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  ...metadata,
});

type Token = {
  issuer: string;
  client: FaultyProvider['client'];
  nonce: string;
  keys: Keys;
  faults: Faults;
};

function idTokenOf({ issuer, client, nonce, keys, faults }: Token): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    sub: goodSubject,
    aud: client.id,
    iat: now,
    exp: now + 60,
    auth_time: now,
    nonce,
    ...faults.claims,
  };
  const header = { alg: 'RS256', kid: keys.id, ...faults.header };
  const content = `${encoded(header)}.${encoded(claims)}`;
  return `${content}.${signatureOf(content, faults.signedBy ?? 'its key', keys, client.secret)}`;
}

type Keys = { id: string; privateKey: KeyObject; publicKey: KeyObject };

const newKeys = (): Keys => ({
  id: randomBytes(4).toString('hex'),
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});

const jwkOf = ({ id, publicKey }: Keys) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid: id,
  use: 'sig',
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signatureOf(
  content: string,
  by: NonNullable<Faults['signedBy']>,
  { privateKey }: Keys,
  secret: string,
): string {
  if (by === 'nobody') return '';
  if (by === 'hmac') return createHmac('sha256', secret).update(content).digest('base64url');
  const key = by === 'its key' ? privateKey : newKeys().privateKey;
  return sign('sha256', Buffer.from(content), key).toString('base64url');
}

/**
 * Signs in as somebody: follows redirects and keeps the provider's cookies, like a browser.
 * @param address the authorization request from the console
 * @returns the parameters of the provider's redirect back
 */
export async function signInAtProvider(
  address: string,
  as: string,
  jar = new Map<string, string>(),
): Promise<string> {
  let next = new URL(address);
  for (let steps = 0; steps < 10; steps += 1) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) {
      const text = await answer.text();
      if (!next.pathname.startsWith('/interaction/')) throw new Error(`No way on: ${text}`);
      next.searchParams.set('as', as);
      continue;
    }
    next = new URL(location, next);
    const { origin } = new URL(address);
    if (next.origin !== origin) return (next.hash || next.search).slice(1);
  }
  throw new Error('The provider redirects endlessly.');
}
