// The server's responses to one command's calls.
import type { CallName } from '@inaam/contract/calls.ts';
import type { PluginCall } from '../server/shopper/device.ts';

/** `over`: after the day of grace that follows the end. */
export type Phase = 'notStarted' | 'open' | 'ended' | 'over';

/**
 * - `cut`, `offline`: the network fails before the request arrives; `lost`: after the server
 * handled it.
 * - `down`: 503; `garbled`: no envelope; `expired`: 401.
 * - At session start: `notValid`, and `stranger` (a new user key despite the master key).
 * - Of a reward: `odd`, `missing`.
 */
export type CallOutcome =
  | 'fine'
  | 'cut'
  | 'offline'
  | 'lost'
  | 'down'
  | 'garbled'
  | 'expired'
  | 'notValid'
  | 'stranger'
  | 'odd'
  | 'missing'
  | 'tryAgain'
  | 'invalidMobile'
  | 'invalidOtp'
  | 'invalidUser';

export type TestedCall = CallName | PluginCall;

/** `fine` if a call is not listed. `win`: the next reward drawn. */
export type CallOutcomes = Partial<Record<TestedCall, CallOutcome>> & { win?: number | string };

/** The failure's message, in the page's words or the server's. */
export const sentences: Partial<Record<CallOutcome, string>> = {
  cut: 'errors.network',
  lost: 'errors.network',
  offline: 'errors.offline',
  garbled: 'errors.generic',
  down: 'Busy',
};
