import { otp } from '../../../default-words/gu/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'દરેક પૅકમાં છુપાયું છે એક ઇનામ',
  promise: '₹{highest} સુધીનું પાકું કેશબેક વાઉચર મેળવો, SMS થી સીધું તમારા ફોન પર.',
  stepsTitle: 'ઇનામ આ રીતે મળશે',
  steps: [
    { title: 'રજિસ્ટર કરો', text: 'તમારું નામ, મોબાઇલ નંબર અને રાજ્ય જણાવો.' },
    { title: otp.title, text: 'અમે તમારા ફોન પર 6 અંકનો કોડ મોકલીશું.' },
    { title: 'તમારું ઇનામ મેળવો', text: 'વાઉચર {voucherDays} દિવસમાં SMS થી આવશે.' },
  ],
  formTitle: 'તમારું ઇનામ લો',
  mobileHint: '10 અંક. તમારો OTP અને વાઉચર આ જ નંબર પર આવશે.',
  smallPrint:
    '₹{packPrice} નો પ્રમોશનલ પૅક ખરીદનારાઓ માટે, {from} થી {to} સુધી. એક મોબાઇલ નંબર પર એક જ ઇનામ.',
};
