// How the server answers the calls of one command.
import type { CallName } from '@inaam/contract/calls.ts';

/** `over`: ended, and the day of grace too. */
export type Phase = 'notStarted' | 'open' | 'ended' | 'over';

/**
 * - `cut`, `offline`: the network fails before the server hears of it; `lost`: after the server did
 *   the work.
 * - `down`: 503; `garbled`: no envelope; `expired`: 401.
 * - `notValid`, `stranger` (a new user key, whatever master key was shown): of a session's start.
 *   `odd`, `missing`: a reward that is none.
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

/** `fine` where a call is not listed. `win`: the next reward that is drawn. */
export type CallOutcomes = Partial<Record<CallName, CallOutcome>> & { win?: number | string };
