import type { ConsoleCallName } from './calls.ts';

/** The value 1 means that the page repeats the call without a click. */
export const refreshHeader = 'x-refresh';

/** Calls that only read. With the header they do not extend a session. */
const refreshedCalls = [
  'readToday',
  'readStock',
  'readDeliveries',
  'readDraw',
  'readVerification',
  'readCampaign',
  'readReview',
] as const satisfies readonly ConsoleCallName[];

export const isRefreshed = (name: ConsoleCallName): boolean =>
  refreshedCalls.some((one) => one === name);
