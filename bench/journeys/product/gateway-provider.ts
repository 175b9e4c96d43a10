// Hands messages to the generator over HTTP, as a client hands them to a provider's gateway.
import type { SmsProvider } from '@inaam/server/sms/provider.ts';
import { Pool } from 'undici';

/** @param address such as `http://127.0.0.1:4000` */
export function gatewayProvider(address: string): SmsProvider {
  const pool = new Pool(address, { connections: 16, pipelining: 1 });
  return {
    async send({ id, to, text }, signal) {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/sms',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, to, text }),
        signal,
      });
      await body.dump();
      if (statusCode === 200) return { kind: 'accepted', reference: id };
      return { kind: 'refusedForNow', reason: String(statusCode) };
    },
  };
}
