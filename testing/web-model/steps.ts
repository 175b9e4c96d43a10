// What one step of a walk may meet: how the server answers each call, and where the programme stands. Types and lists
// only.
import type { CallName } from '@inaam/contract/calls.ts';

/** `over` is the programme ended, and the day of grace with it. */
export type Phase = 'notStarted' | 'open' | 'ended' | 'over';

/**
 * How a call is answered.
 * - `cut`, `offline`: the network fails before the server hears of it; `lost`: after the server did the work.
 * - `down`: 503; `garbled`: no envelope; `expired`: 401.
 * - `notValid`, `stranger` (a new user key, whatever master key was shown): of a session's start. `odd`, `missing`: a reward that is none.
 */
export type How =
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

/** How this step's calls are answered, `fine` where nothing is said, and what the next chance reward is. */
export type Steps = Partial<Record<CallName, How>> & { win?: number | string };
