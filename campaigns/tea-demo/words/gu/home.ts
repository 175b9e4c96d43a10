import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'ચા બનાવો. વ્હીલ ફેરવો.',
  promise: 'ચાના દરેક પૅક સાથે ₹{highest} સુધીનું પાકું કેશબેક વાઉચર, SMS થી.',
  stepsTitle: 'ચા બને તે પહેલાં ઇનામ તૈયાર',
  steps: [
    { title: 'તમારો પરિચય આપો', text: 'તમારું નામ, મોબાઇલ નંબર અને રાજ્ય.' },
    { title: 'તમારો નંબર પાકો કરો', text: 'અમે મોકલેલો 6 અંકનો કોડ લખો.' },
    { title: 'વ્હીલ ફેરવો', text: 'વાઉચર {voucherDays} દિવસમાં SMS થી આવશે.' },
  ],
  formTitle: 'ચાવાળું ઇનામ લો',
  mobileHint: '10 અંક. OTP અને વાઉચર અમે આ જ નંબર પર મોકલીએ છીએ.',
  smallPrint:
    'અંદર QR કોડવાળો ₹{packPrice} નો ચાનો પૅક ખરીદનારાઓ માટે, {from} થી {to} સુધી. એક મોબાઇલ નંબર પર એક જ ઇનામ.',
};
