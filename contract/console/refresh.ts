import type { ConsoleCallName } from './calls.ts';

/** The value 1 means: nobody clicked, the page repeats the call by itself. */
export const refreshHeader = 'x-refresh';

/** They only read. With the header they do not keep a session open. */
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
