// Every call of the contract's table, by its name: the compiler says which one is missing. Holds no logic.
import type { Handlers } from '../http/tools.ts';
import { editDetails } from './edit-details.ts';
import { getCities } from './get-cities.ts';
import { getDetails } from './get-details.ts';
import { getReward } from './get-reward.ts';
import { getStates } from './get-states.ts';
import { recordConsent } from './record-consent.ts';
import { register } from './register.ts';
import { resendOtp } from './resend-otp.ts';
import { startSession } from './start-session.ts';
import { verifyOtp } from './verify-otp.ts';

export const handlers: Handlers = {
  startSession,
  recordConsent,
  register,
  resendOtp,
  verifyOtp,
  getStates,
  getCities,
  editDetails,
  getDetails,
  getReward,
};
