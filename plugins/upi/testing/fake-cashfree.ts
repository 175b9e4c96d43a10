// Cashfree Payouts, version 2, as its documents describe it.
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { listen, type Answered, type FakeBank, type FakeTransfer } from './fake-bank.ts';

export const cashfreeSecret = 'cfsk_test';

const wanted = z.object({
  transfer_id: z.string().regex(/^[\w-]{1,40}$/),
  transfer_amount: z.number().min(1),
  transfer_mode: z.literal('upi'),
  beneficiary_details: z.object({
    beneficiary_id: z.string().max(50),
    beneficiary_name: z.string().regex(/^[A-Za-z ]{1,100}$/),
    beneficiary_instrument_details: z.object({ vpa: z.string() }),
  }),
});
const validation = z.object({
  transfer_id: z.string(),
  vpa: z.string().optional(),
  phone: z.string().optional(),
});

const statuses = { pending: 'PENDING', paid: 'SUCCESS', failed: 'FAILED', reversed: 'REVERSED' };

const viewOf = ({ key, rupees, state, code }: FakeTransfer) => ({
  transfer_id: key,
  cf_transfer_id: `cf_${key.slice(0, 8)}`,
  status: statuses[state],
  status_code: code || (state === 'paid' ? 'COMPLETED' : statuses[state]),
  transfer_amount: rupees,
  transfer_mode: 'UPI',
  ...(state === 'paid' && { transfer_utr: `UTR${key.slice(0, 6)}` }),
});

const refused = (status: number, code: string): Answered => ({ status, json: { code } });

export const openCashfree = (bank: FakeBank) =>
  listen(
    bank,
    ({ method, url, headers, body }) => {
      if (url.pathname === '/payout/v1/authorize') {
        return { status: 200, json: { status: 'SUCCESS', data: { token: 'token' } } };
      }
      if (url.pathname === '/payout/v1.2/getBalance') {
        return { status: 200, json: { data: { availableBalance: String(bank.balance) } } };
      }
      if (headers['x-client-secret'] !== cashfreeSecret) return refused(401, 'unauthorized');
      if (headers['x-api-version'] !== '2024-01-01') return refused(400, 'version_invalid');
      if (url.pathname === '/payout/validatePayout') return validate(bank, body);
      if (method === 'GET') {
        const found = bank.transfers.get(url.searchParams.get('transfer_id') ?? '');
        return found ? { status: 200, json: viewOf(found) } : refused(404, 'transfer_not_found');
      }
      const asked = wanted.safeParse(body);
      if (!asked.success) return refused(400, 'request_invalid');
      const { transfer_id: key, transfer_amount: rupees, beneficiary_details: to } = asked.data;
      const { vpa } = to.beneficiary_instrument_details;
      if (vpa.startsWith('refused')) return refused(422, 'vpa_invalid');
      const made = bank.pay(key, rupees, vpa);
      return made
        ? { status: 200, json: { ...viewOf(made), status: 'RECEIVED' } }
        : refused(409, 'transfer_id_already_exists');
    },
    ({ method, url }) => method === 'POST' && url.pathname === '/payout/transfers',
  );

function validate(bank: FakeBank, body: unknown): Answered {
  const asked = validation.safeParse(body);
  if (!asked.success) return refused(400, 'request_invalid');
  const vpa = asked.data.vpa ?? bank.numbers.get(asked.data.phone ?? '');
  const name = vpa === undefined ? undefined : bank.names.get(vpa);
  return name === undefined
    ? { status: 200, json: { vpa: vpa ?? '', account_status: 'INVALID' } }
    : { status: 200, json: { vpa, account_status: 'VALID', name_at_bank: name } };
}

/** What it posts to the address of the web hook. */
export function cashfreeHook(transfer: FakeTransfer, type: string, secret = cashfreeSecret) {
  const payload = JSON.stringify({
    data: viewOf(transfer),
    event_time: '2026-11-30T10:00:00',
    type,
  });
  const timestamp = '1780000000000';
  const signature = createHmac('sha256', secret).update(`${timestamp}${payload}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'x-webhook-signature': signature,
    'x-webhook-timestamp': timestamp,
  };
  return { method: 'POST', url: '/upi/hook', payload, headers } as const;
}
