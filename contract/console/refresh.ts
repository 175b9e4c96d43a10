import type { ConsoleCallName } from './calls.ts';

/** With the value 1: nobody has asked, the page repeats the call by itself. */
export const refreshHeader = 'x-refresh';

/** They only read, and do not keep a session open where they have the header. */
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
