import type { CallHandlers } from '../http/context.ts';
import { editDetails } from '../participants/edit-details.call.ts';
import { eraseData } from '../participants/erase-data.call.ts';
import { getCities } from '../participants/get-cities.call.ts';
import { getDetails } from '../participants/get-details.call.ts';
import { getReward } from '../draw/get-reward.call.ts';
import { getStates } from '../participants/get-states.call.ts';
import { proveNumber } from '../codes/prove-number.call.ts';
import { recordConsent } from '../participants/record-consent.call.ts';
import { register } from '../codes/register.call.ts';
import { resendOtp } from '../codes/resend-otp.call.ts';
import { startSession } from '../participants/start-session.call.ts';
import { verifyOtp } from '../codes/verify-otp.call.ts';
import { withdrawConsent } from '../participants/withdraw-consent.call.ts';

export const handlers: CallHandlers = {
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
  proveNumber,
  withdrawConsent,
  eraseData,
};
