// RazorpayX Payouts, as its documents describe it.
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { listen, type Answered, type FakeBank, type FakeTransfer } from './fake-bank.ts';

export const razorpayxAccount = {
  keyId: 'rzp_test',
  secret: 'secret',
  account: '7878780080316316',
  hookSecret: 'hook',
};

const vpaAccount = z.object({
  account_type: z.literal('vpa'),
  vpa: z.object({ address: z.string() }),
  contact: z.object({ name: z.string().min(3).max(50), reference_id: z.string().max(40) }),
});
const wanted = z.object({
  account_number: z.literal(razorpayxAccount.account),
  amount: z.int().min(100),
  currency: z.literal('INR'),
  mode: z.literal('UPI'),
  purpose: z.string(),
  fund_account: vpaAccount,
  queue_if_low_balance: z.literal(false),
  reference_id: z.string().max(40),
  narration: z.string().max(30),
});
const validation = z.object({ source_account_number: z.string(), fund_account: vpaAccount });

const statuses = {
  pending: 'processing',
  paid: 'processed',
  failed: 'failed',
  reversed: 'reversed',
};

const viewOf = ({ key, rupees, state, code }: FakeTransfer) => ({
  id: `pout_${key.slice(0, 14)}`,
  entity: 'payout',
  amount: rupees * 100,
  status: statuses[state],
  reference_id: key,
  utr: state === 'paid' ? `UTR${key.slice(0, 6)}` : null,
  status_details: code === '' ? null : { reason: code },
});

const refused = (status: number, reason: string): Answered => ({
  status,
  json: { error: { code: 'BAD_REQUEST_ERROR', description: reason, reason } },
});

export const openRazorpayx = (bank: FakeBank) =>
  listen(
    bank,
    ({ method, url, headers, body }) => {
      const { keyId, secret, account } = razorpayxAccount;
      const basic = `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`;
      if (headers.authorization !== basic) return refused(401, 'unauthorized');
      if (url.pathname === '/v1/banking_balances') {
        const items = [{ account_number: account, balance: bank.balance * 100 }];
        return { status: 200, json: { items } };
      }
      if (url.pathname === '/v1/fund_accounts/validations') return validate(bank, body);
      if (method === 'GET') {
        const found = bank.transfers.get(url.searchParams.get('reference_id') ?? '');
        return { status: 200, json: { items: found ? [viewOf(found)] : [] } };
      }
      const asked = wanted.safeParse(body);
      if (!asked.success) return refused(400, 'input_validation_failed');
      const { reference_id: key, amount, fund_account: to } = asked.data;
      if (headers['x-payout-idempotency'] !== key) return refused(400, 'no_idempotency_key');
      if (bank.balance * 100 < amount) return refused(400, 'insufficient_balance');
      // The same key gets the same payout.
      bank.pay(key, amount / 100, to.vpa.address);
      const made = bank.transfers.get(key);
      return made ? { status: 200, json: viewOf(made) } : refused(500, 'no_payout');
    },
    ({ method, url }) => method === 'POST' && url.pathname === '/v1/payouts',
  );

function validate(bank: FakeBank, body: unknown): Answered {
  const asked = validation.safeParse(body);
  if (!asked.success) return refused(400, 'input_validation_failed');
  const name = bank.names.get(asked.data.fund_account.vpa.address);
  const found =
    name === undefined
      ? { account_status: 'invalid', registered_name: null }
      : { account_status: 'valid', registered_name: name };
  return { status: 200, json: { id: 'fav_1', status: 'completed', validation_results: found } };
}

export function razorpayxHook(transfer: FakeTransfer, secret = razorpayxAccount.hookSecret) {
  const entity = viewOf(transfer);
  const payload = JSON.stringify({ event: 'payout.updated', payload: { payout: { entity } } });
  const signature = createHmac('sha256', secret).update(payload).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature };
  return { method: 'POST', url: '/upi/hook', payload, headers } as const;
}
