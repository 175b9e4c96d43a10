// What plugins add to the shoppers' calls.
import { packFields, packSessionAnswer, packVerificationAnswer } from './packs/calls.ts';

/** Of a registration, and of the verification that belongs to it. */
export const registrationFields = { ...packFields };
export const sessionAnswers = { ...packSessionAnswer };
export const verificationAnswers = { ...packVerificationAnswer };
