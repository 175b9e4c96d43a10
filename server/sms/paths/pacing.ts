// Limits how many messages a path takes at once and per second. Codes go first, and some places are
// reserved for them: a code still leaves at once while vouchers fill all others.
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';

export type PathLimits = { inFlight: number; perSecond: number };

export type Pacing = {
  /** @returns a function that releases the place; undefined if there is none within `waitMs` */
  take(kind: SmsKind, waitMs: number): Promise<(() => void) | undefined>;
  pause(ms: number): void;
};

type Waiting = { start: () => void };

/** Timers are a millisecond late or more: without it a rate of hundreds would not be reached. */
const toleranceMs = 20;
const shareOfVouchers = 0.75;

export function createPacing(
  { inFlight, perSecond }: PathLimits,
  now: () => number = () => performance.now(),
): Pacing {
  const spacingMs = 1000 / perSecond;
  const voucherMax = Math.max(1, Math.floor(inFlight * shareOfVouchers));
  const waiting: Record<SmsKind, Waiting[]> = { otp: [], voucher: [] };
  const running: Record<SmsKind, number> = { otp: 0, voucher: 0 };
  let nextAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const hasPlace = (kind: SmsKind) =>
    running.otp + running.voucher < inFlight && (kind === 'otp' || running.voucher < voucherMax);
  const nextKind = () =>
    (['otp', 'voucher'] as const).find((kind) => waiting[kind].length > 0 && hasPlace(kind));

  const startWaiting = () => {
    clearTimeout(timer);
    for (let kind = nextKind(); kind !== undefined; kind = nextKind()) {
      const lateMs = nextAt - toleranceMs - now();
      if (lateMs > 0) {
        timer = setTimeout(startWaiting, lateMs);
        return;
      }
      nextAt = Math.max(nextAt, now()) + spacingMs;
      running[kind] += 1;
      waiting[kind].shift()?.start();
    }
  };

  return {
    take(kind, waitMs) {
      // Refuse at once if the path must rest for longer: another one may take the message.
      if (nextAt - toleranceMs - now() > waitMs) return Promise.resolve(undefined);
      const place = Promise.withResolvers<(() => void) | undefined>();
      const giveBack = () => {
        running[kind] -= 1;
        startWaiting();
      };
      const limit = setTimeout(() => {
        waiting[kind].splice(waiting[kind].indexOf(one), 1);
        place.resolve(undefined);
      }, waitMs);
      const one: Waiting = {
        start: () => {
          clearTimeout(limit);
          place.resolve(giveBack);
        },
      };
      waiting[kind].push(one);
      startWaiting();
      return place.promise;
    },
    pause(ms) {
      nextAt = Math.max(nextAt, now() + ms + toleranceMs);
    },
  };
}
