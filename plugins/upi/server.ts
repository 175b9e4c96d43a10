import type { ServerPlugin } from '../server-plugin.ts';
import { told } from './server/console.call.ts';
import { serveHook } from './server/hook.call.ts';
import { calls } from './server/payouts.call.ts';
import { startPaying } from './server/pay.job.ts';
import { check, gauge, launch, readPerson } from './server/status.sql.ts';

export const upi = {
  deliver: startPaying,
  calls,
  pages: serveHook,
  person: readPerson,
  told,
  check,
  launch,
  gauge,
} satisfies ServerPlugin;
