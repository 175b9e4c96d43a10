// What plugins add to the shoppers' calls.
import { packFields, packSessionAnswer, packVerificationAnswer } from './packs/calls.ts';
import { whatsappFields } from './whatsapp/calls.ts';

/** Of a registration, and of the verification that belongs to it. */
export const registrationFields = { ...packFields };
/** Of a registration alone: what a shopper chooses beside it. */
export const choiceFields = { ...whatsappFields };
export const sessionAnswers = { ...packSessionAnswer };
export const verificationAnswers = { ...packVerificationAnswer };
