// A mail server on loopback, which keeps what it gets.
import { createSign, generateKeyPairSync } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { listenOnLoopback } from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readMail, type MailServer } from '../settings.ts';

type Received = { to: string[]; raw: string };

export type MailReceiver = {
  variables: Readonly<Record<string, string>>;
  mail: MailServer | undefined;
  received: Received[];
  trust: () => void;
  close(): Promise<void>;
};

const mailLogin = { user: 'inaam', pass: 'p@ss/word' };
const system = getCACertificates();

/** In this process, beside the system's. */
export const trustOnly = (...certificates: string[]): void =>
  setDefaultCACertificates([...system, ...certificates]);

/** @param isSecure TLS from the first byte; otherwise by STARTTLS */
export async function startMailReceiver(
  options: { isSecure?: boolean; refuses?: string } = {},
): Promise<MailReceiver> {
  const { isSecure = false, refuses } = options;
  const { key, cert } = certificateOf('localhost');
  const received: Received[] = [];
  const keep = async (stream: NodeJS.ReadableStream, to: string[]) =>
    received.push({ to, raw: await text(stream) });
  const server = new SMTPServer({
    key,
    cert,
    secure: isSecure,
    logger: false,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === mailLogin.user && password === mailLogin.pass;
      if (isRight) done(null, { user: 'inaam' });
      else done(new Error('Wrong login'));
    },
    onRcptTo: ({ address }, _session, done) => {
      if (address !== refuses) return done();
      return done(Object.assign(new Error(`No ${address} here`), { responseCode: 550 }));
    },
    onData: (stream, { envelope }, done) => {
      stream.on('end', () => done());
      void keep(
        stream,
        envelope.rcptTo.map(({ address }) => address),
      );
    },
  });
  // A client that does not trust the certificate hangs up.
  server.on('error', () => undefined);
  const port = await listenOnLoopback(server.server);
  trustOnly(cert);
  const login = `${mailLogin.user}:${encodeURIComponent(mailLogin.pass)}`;
  const variables = {
    SMTP_URL: `smtp${isSecure ? 's' : ''}://${login}@localhost:${port}`,
    MAIL_FROM: 'Inaam <alerts@brand.example>',
  };
  return {
    variables,
    mail: readMail(variables).mail,
    received,
    trust: () => trustOnly(cert),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), body]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);

/** Self-signed, by ECDSA. */
function certificateOf(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(der(6, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = der(6, Buffer.from('550403', 'hex'));
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
  const time = (at: string) => der(0x17, Buffer.from(at));
  const signed = sequence(
    der(2, Buffer.of(1)),
    ecdsaWithSha256,
    subject,
    sequence(time('200101000000Z'), time('491231000000Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(signed).sign(privateKey);
  const whole = sequence(signed, ecdsaWithSha256, der(3, Buffer.of(0), signature));
  const base64 = (whole.toString('base64').match(/.{1,64}/g) ?? []).join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
