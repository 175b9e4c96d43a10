// Standard Webhooks, 1.0.0: symmetric signatures (v1).
import { createHmac } from 'node:crypto';

export type Signed = {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
};

/**
 * @param secrets keys; several while the receiver changes to the new one
 * @param now time of this attempt, ms
 */
export function signatureOf(
  id: string,
  body: string,
  secrets: readonly Uint8Array[],
  now: number,
): Signed {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const hash = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${hash.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
