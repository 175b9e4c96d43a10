// A device with passkeys (WebAuthn level 3, 5 to 7): ES256, no attestation, one key pair per
// passkey. It can also give responses that no browser would.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Asked = { challenge: string; origin: string; rpId: string };

/** Deviations from a correct device. */
type Habits = {
  /** Without user verification. */
  isUnverified?: boolean;
  /** Repeats the count, like a copied key. */
  isCopied?: boolean;
  /** For another page. */
  origin?: string;
  rpId?: string;
  /** Signed by another key. */
  isForged?: boolean;
};

const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  #counter = 0;
  readonly #key = newKeys();

  /** For `finishInvitation`. */
  register(asked: Asked, habits: Habits = {}) {
    const key = coseKeyOf(this.#key.publicKey);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, key]);
    const data = Buffer.concat([this.#data(asked, habits, flags.attested), attested]);
    // CBOR: {fmt: "none", attStmt: {}, authData: data}
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', asked, habits).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    });
  }

  /** For `finishSignIn`. */
  signIn(asked: Asked, habits: Habits = {}) {
    if (!habits.isCopied) this.#counter += 1;
    const data = this.#data(asked, habits);
    const client = clientData('webauthn.get', asked, habits);
    const { privateKey: key } = habits.isForged ? newKeys() : this.#key;
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #data({ rpId }: Asked, habits: Habits, more = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const flag = flags.present | (habits.isUnverified ? 0 : flags.verified) | more;
    return Buffer.concat([sha256(habits.rpId ?? rpId), Buffer.from([flag]), counter]);
  }

  #answer<Response extends object>(response: Response) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

function clientData(type: string, { challenge, origin }: Asked, habits: Habits): Buffer {
  const origins = { origin: habits.origin ?? origin, crossOrigin: false };
  return Buffer.from(JSON.stringify({ type, challenge, ...origins }));
}

/** CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}, an EC2 key on P-256 (RFC 9053). */
function coseKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);
}
