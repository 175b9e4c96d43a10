// RazorpayX Payouts, version 1: composite payouts and composite account validation.
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { constantTimeEqual } from '@inaam/server/platform/keys.ts';
import type { Seen } from './payouts.rules.ts';
import { causeOf, exchange, type Named, type Provider, type Reply } from './provider.ts';

export type RazorpayxAccount = {
  address: string;
  keyId: string;
  secret: string;
  account: string;
  hookSecret: string;
};

const payout = z.object({
  id: z.string(),
  status: z.string(),
  reference_id: z.nullable(z.string()),
  utr: z.optional(z.nullable(z.string())),
  status_details: z.optional(z.nullable(z.object({ reason: z.optional(z.nullable(z.string())) }))),
});
const payouts = z.object({ items: z.array(payout) });
const refusal = z.object({
  error: z.object({
    code: z.string(),
    description: z.optional(z.nullable(z.string())),
    reason: z.optional(z.nullable(z.string())),
  }),
});
const validation = z.object({
  id: z.string(),
  status: z.string(),
  validation_results: z.optional(
    z.nullable(
      z.object({
        account_status: z.optional(z.nullable(z.string())),
        registered_name: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
});
const hooked = z.object({ payload: z.object({ payout: z.object({ entity: payout }) }) });
const balances = z.object({
  items: z.array(z.object({ account_number: z.string(), balance: z.number() })),
});

const limitMs = 10_000;
const contactOf = (key: string, name: string) => ({
  name: name.slice(0, 50) || 'Winner',
  type: 'customer',
  reference_id: key,
});
const accountOf = (id: string, contact: object) => ({
  account_type: 'vpa',
  vpa: { address: id },
  contact,
});

export function razorpayx(own: RazorpayxAccount): Provider {
  const { address, account, hookSecret } = own;
  const authorization = `Basic ${Buffer.from(`${own.keyId}:${own.secret}`).toString('base64')}`;
  const call = (method: 'GET' | 'POST', path: string, body?: object, key?: string) =>
    exchange({
      method,
      url: `${address}/v1${path}`,
      headers: { authorization, ...(key && { 'x-payout-idempotency': key }) },
      limitMs,
      ...(body && { body }),
    });
  const ask = async (key: string): Promise<Seen> => {
    const of = new URLSearchParams({ account_number: account, reference_id: key });
    const { status, json } = await call('GET', `/payouts?${of}`);
    const found = payouts.safeParse(json).data;
    if (status !== 200 || !found) return { kind: 'unclear' };
    const ours = found.items.filter(({ reference_id: reference }) => reference === key);
    // One key has one payout. If there were two, the one that was paid counts.
    const seen = ours.map(seenOf);
    return seen.find(({ kind }) => kind === 'paid') ?? seen[0] ?? { kind: 'absent' };
  };
  return {
    label: 'RazorpayX',
    ask,
    async lookUp(asked, key): Promise<Named> {
      // It names the owner of an id, not of a number.
      if ('mobile' in asked) return { kind: 'wrong' };
      const reply = await call('POST', '/fund_accounts/validations', {
        source_account_number: account,
        validation_type: 'optimized',
        reference_id: key,
        fund_account: accountOf(asked.id, contactOf(key, 'Winner')),
      });
      return namedIn(await completed(reply, call), asked.id);
    },
    async send({ key, amount, id, name }) {
      const body = {
        account_number: account,
        amount: amount * 100,
        currency: 'INR',
        mode: 'UPI',
        purpose: 'cashback',
        fund_account: accountOf(id, contactOf(key, name)),
        // Otherwise it could be paid days later, after the voucher.
        queue_if_low_balance: false,
        reference_id: key,
        narration: 'Reward',
      };
      const { status, json } = await call('POST', '/payouts', body, key);
      const made = payout.safeParse(json).data;
      if (status >= 200 && status < 300 && made?.reference_id === key) return seenOf(made);
      const error = refusal.safeParse(json).data?.error;
      if (status !== 400 || !error) return { kind: 'unclear' };
      const known = await ask(key);
      if (known.kind !== 'absent') return known;
      return { kind: 'failed', cause: causeOf(`${error.reason ?? ''} ${error.description ?? ''}`) };
    },
    async readBalance() {
      const { status, json, reason } = await call('GET', '/banking_balances');
      const found = balances.safeParse(json).data?.items;
      const one = found?.find(({ account_number: number }) => number === account);
      if (one) return one.balance / 100;
      throw new Error(
        status === 401 || status === 403
          ? 'RazorpayX refuses the credentials or the address of this machine.'
          : `RazorpayX does not say the balance of the account: ${reason}.`,
      );
    },
    isSigned: ({ body, signature }) =>
      constantTimeEqual(createHmac('sha256', hookSecret).update(body).digest('hex'), signature),
    keyOf: (body) => hooked.safeParse(body).data?.payload.payout.entity.reference_id ?? undefined,
  };
}

/** A validation that is under way is asked for once more. */
async function completed(
  reply: Reply,
  call: (method: 'GET', path: string) => Promise<Reply>,
): Promise<Reply> {
  const begun = validation.safeParse(reply.json).data;
  if (begun?.status !== 'created') return reply;
  return call('GET', `/fund_accounts/validations/${encodeURIComponent(begun.id)}`);
}

function namedIn({ status, json }: Reply, id: string): Named {
  if (status === 400 && refusal.safeParse(json).success) return { kind: 'wrong' };
  const found = validation.safeParse(json).data;
  if (status >= 300 || found?.status !== 'completed') return { kind: 'unclear' };
  const { account_status: state, registered_name: name } = found.validation_results ?? {};
  return state === 'valid' && name ? { kind: 'named', id, name } : { kind: 'wrong' };
}

function seenOf({ id, status, utr, status_details: details }: z.infer<typeof payout>): Seen {
  const cause = causeOf(details?.reason ?? '');
  switch (status) {
    case 'processed':
      return { kind: 'paid', reference: id, utr: utr ?? undefined };
    case 'reversed':
      return { kind: 'reversed', cause, reference: id };
    case 'failed':
      return { kind: 'failed', cause, reference: id };
    case 'cancelled':
    case 'rejected':
      return { kind: 'failed', cause: cause === 'bank' ? 'refused' : cause, reference: id };
    default:
      return { kind: 'pending', reference: id };
  }
}
