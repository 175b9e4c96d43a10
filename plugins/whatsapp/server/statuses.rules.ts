// What a web hook of WhatsApp brings: the states of our messages, and much else that is not for us.
import type { Status } from './cloud-answer.rules.ts';

export type ReadStatus = {
  id: string;
  status: Status;
  code: number | null;
  category: string | null;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const part = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

const isStatus = (value: unknown): value is Status =>
  value === 'sent' || value === 'delivered' || value === 'read' || value === 'failed';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const categoryWord = /^[a-z_]{1,40}$/;
/** Larger ones fit in no column. */
const codeMax = 2_147_483_647;

/** @param phoneId of our number: others of the account have nothing to do here */
export function statusesIn(body: unknown, phoneId: string): ReadStatus[] {
  if (part(body, 'object') !== 'whatsapp_business_account') return [];
  const changes = listOf(part(body, 'entry')).flatMap((entry) => listOf(part(entry, 'changes')));
  const values = changes
    .filter((change) => part(change, 'field') === 'messages')
    .map((change) => part(change, 'value'))
    .filter((value) => part(part(value, 'metadata'), 'phone_number_id') === phoneId);
  const read = values
    .flatMap((value) => listOf(part(value, 'statuses')))
    .flatMap((status) => readStatus(status) ?? []);
  return [...new Map(read.map((one) => [`${one.id} ${one.status}`, one])).values()].toSorted(
    (one, other) => (one.id + one.status < other.id + other.status ? -1 : 1),
  );
}

function readStatus(value: unknown): ReadStatus | undefined {
  const id = part(value, 'biz_opaque_callback_data');
  const status = part(value, 'status');
  if (typeof id !== 'string' || !uuid.test(id) || !isStatus(status)) return undefined;
  const code = part(listOf(part(value, 'errors'))[0], 'code');
  const category = part(part(value, 'pricing'), 'category');
  return {
    id,
    status,
    code:
      typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= codeMax
        ? code
        : null,
    category: typeof category === 'string' && categoryWord.test(category) ? category : null,
  };
}
