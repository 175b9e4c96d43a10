// Cashfree Payouts, version 2 (`x-api-version: 2024-01-01`); the balance is of its version 1.2.
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { constantTimeEqual } from '@inaam/server/platform/keys.ts';
import type { Seen } from './payouts.rules.ts';
import { causeOf, exchange, type HookEvent, type Provider, type Reply } from './provider.ts';

export type CashfreeAccount = { address: string; clientId: string; secret: string };

const transfer = z.object({
  transfer_id: z.string(),
  cf_transfer_id: z.optional(z.union([z.string(), z.number()])),
  status: z.string(),
  status_code: z.optional(z.nullable(z.string())),
  transfer_utr: z.optional(z.nullable(z.string())),
});
const refusal = z.object({ code: z.string() });
const validated = z.object({
  vpa: z.string(),
  account_status: z.string(),
  name_at_bank: z.optional(z.nullable(z.string())),
});
const hooked = z.object({ data: z.object({ transfer_id: z.string() }) });
const authorized = z.object({ data: z.object({ token: z.string() }) });
const balances = z.object({
  data: z.object({ availableBalance: z.union([z.string(), z.number()]) }),
});

const limitMs = 10_000;

export function cashfree({ address, clientId, secret }: CashfreeAccount): Provider {
  const headers = { 'x-client-id': clientId, 'x-client-secret': secret };
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    exchange({
      method,
      url: `${address}/payout${path}`,
      headers: { ...headers, 'x-api-version': '2024-01-01' },
      limitMs,
      ...(body && { body }),
    });
  const ask = async (key: string): Promise<Seen> =>
    seenIn(await call('GET', `/transfers?transfer_id=${encodeURIComponent(key)}`), key);
  return {
    label: 'Cashfree',
    ask,
    async lookUp(asked, key) {
      const whose = 'id' in asked ? { vpa: asked.id } : { phone: asked.mobile };
      const reply = await call('POST', '/validatePayout', { transfer_id: key, ...whose });
      const found = validated.safeParse(reply.json);
      if (reply.status === 200 && found.success) {
        const { vpa, account_status: status, name_at_bank: name } = found.data;
        return status === 'VALID' && name
          ? { kind: 'named', id: vpa.toLowerCase(), name }
          : { kind: 'wrong' };
      }
      return isRefused(reply) || reply.status === 404 ? { kind: 'wrong' } : { kind: 'unclear' };
    },
    async send({ key, amount, id, name }) {
      const reply = await call('POST', '/transfers', {
        transfer_id: key,
        transfer_amount: amount,
        transfer_currency: 'INR',
        transfer_mode: 'upi',
        transfer_remarks: 'Reward',
        beneficiary_details: {
          beneficiary_id: `b${key}`,
          beneficiary_name: plainName(name),
          beneficiary_instrument_details: { vpa: id },
        },
      });
      if (reply.status === 200 || reply.status === 201) return seenIn(reply, key);
      const code = refusal.safeParse(reply.json).data?.code;
      if (code === undefined || reply.status === 429 || reply.status >= 500) {
        return { kind: 'unclear' };
      }
      // It may know the transfer all the same: then this is what counts.
      const known = await ask(key);
      const isFinal = known.kind === 'absent' && isRefused(reply);
      return isFinal ? { kind: 'failed', cause: causeOf(code) } : known;
    },
    readBalance: () => readBalance(address, headers),
    isSigned: ({ body, signature, timestamp }: HookEvent) =>
      constantTimeEqual(
        createHmac('sha256', secret).update(`${timestamp}${body}`).digest('base64'),
        signature,
      ),
    keyOf: (body) => hooked.safeParse(body).data?.data.transfer_id,
  };
}

/** Of version 1.2, which has a token of its own. */
async function readBalance(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const url = `${address}/payout/v1`;
  const signedIn = await exchange({
    method: 'POST',
    url: `${url}/authorize`,
    headers,
    limitMs,
  });
  const token = authorized.safeParse(signedIn.json).data?.data.token;
  if (token === undefined) throw new Error(problemOf(signedIn));
  const authorization = `Bearer ${token}`;
  const asked = {
    method: 'GET',
    url: `${url}.2/getBalance`,
    headers: { authorization },
  } as const;
  const reply = await exchange({ ...asked, limitMs });
  const found = balances.safeParse(reply.json);
  if (!found.success) throw new Error(problemOf(reply));
  return Number(found.data.data.availableBalance);
}

const isRefused = ({ status, json }: Reply) =>
  (status === 400 || status === 422) && refusal.safeParse(json).success;

const problemOf = ({ status, reason }: Reply) =>
  status === 401 || status === 403
    ? 'Cashfree refuses the credentials or the address of this machine.'
    : `Cashfree does not say the balance: ${reason}.`;

/** It takes letters and blanks alone. */
const plainName = (name: string) =>
  name
    .replaceAll(/[^A-Za-z ]/g, ' ')
    .trim()
    .slice(0, 90) || 'Winner';

function seenIn({ status, json }: Reply, key: string): Seen {
  if (status === 404) {
    return refusal.safeParse(json).success ? { kind: 'absent' } : { kind: 'unclear' };
  }
  const found = transfer.safeParse(json).data;
  if (status >= 300 || found?.transfer_id !== key) return { kind: 'unclear' };
  const reference = found.cf_transfer_id === undefined ? undefined : String(found.cf_transfer_id);
  const cause = causeOf(found.status_code ?? '');
  switch (found.status) {
    case 'SUCCESS':
      return { kind: 'paid', reference, utr: found.transfer_utr ?? undefined };
    case 'FAILED':
      return { kind: 'failed', cause, reference };
    case 'REJECTED':
    case 'MANUALLY_REJECTED':
      return { kind: 'failed', cause: cause === 'bank' ? 'refused' : cause, reference };
    case 'REVERSED':
      return { kind: 'reversed', cause, reference };
    default:
      return { kind: 'pending', reference };
  }
}
