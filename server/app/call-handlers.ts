import type { CallHandlers } from '../http/context.ts';
import { editDetails } from '../calls/edit-details.ts';
import { eraseData } from '../calls/erase-data.ts';
import { getCities } from '../calls/get-cities.ts';
import { getDetails } from '../calls/get-details.ts';
import { getReward } from '../calls/get-reward.ts';
import { getStates } from '../calls/get-states.ts';
import { proveNumber } from '../calls/prove-number.ts';
import { recordConsent } from '../calls/record-consent.ts';
import { register } from '../calls/register.ts';
import { resendOtp } from '../calls/resend-otp.ts';
import { startSession } from '../calls/start-session.ts';
import { verifyOtp } from '../calls/verify-otp.ts';
import { withdrawConsent } from '../calls/withdraw-consent.ts';

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
