import smpp from 'smpp';
import type { SendOutcome } from '../provider.ts';

const { errors } = smpp;
const names = new Map(Object.entries(errors).map(([name, status]) => [status, name]));

const busy = new Set([errors['ESME_RTHROTTLED'], errors['ESME_RMSGQFUL']]);
/** Only the number's fault; what is wrong with header, template or account can be mended. */
const final = new Set([errors['ESME_RINVDSTADR']]);

/** What an SMSC's refusal of a message means. */
export function outcomeOfStatus(status: number): SendOutcome {
  const reason = names.get(status) ?? `status 0x${status.toString(16)}`;
  if (busy.has(status)) return { kind: 'throttled', reason };
  return { kind: final.has(status) ? 'refusedForGood' : 'refusedForNow', reason };
}
