// What a browser sends of a passkey: its shape alone, the library checks the rest.
import * as z from 'zod';
import { ConsoleRefusal } from '../refusal.ts';

const bytes = z.string().regex(/^[\w-]{1,20000}$/);
const credential = {
  id: bytes.max(1400),
  rawId: bytes.max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).transform(() => ({})),
};

const authentication = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
});

const registration = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
});

export type Authentication = z.infer<typeof authentication>;
export type Registration = z.infer<typeof registration>;

const notUnderstood = () =>
  new ConsoleRefusal('invalid', 'The answer of the passkey was not understood. Try again.');

/** @throws ConsoleRefusal */
export function readAuthentication(response: unknown): Authentication {
  const { data } = authentication.safeParse(response);
  if (!data) throw notUnderstood();
  return data;
}

/** @throws ConsoleRefusal */
export function readRegistration(response: unknown): Registration {
  const { data } = registration.safeParse(response);
  if (!data) throw notUnderstood();
  return data;
}

const clientData = z.object({ challenge: bytes.max(200) });

/** @throws ConsoleRefusal */
export function challengeOf({
  response: { clientDataJSON },
}: {
  response: { clientDataJSON: string };
}): string {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    return clientData.parse(JSON.parse(text)).challenge;
  } catch {
    throw notUnderstood();
  }
}
