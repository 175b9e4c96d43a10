import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'વરસાદમાં સોડા, સોડામાં ઇનામ',
  promise: 'દરેક બૉટલના લેબલ પાછળ પાકું કેશબેક વાઉચર: ₹{highest} સુધી, એટલે કે આખી બૉટલના પૈસા પાછા.',
  stepsTitle: 'ત્રણ ઘૂંટમાં ઇનામ',
  steps: [
    { title: 'નામ કહો', text: 'તમારું નામ, મોબાઇલ નંબર અને રાજ્ય.' },
    { title: 'કોડ લખો', text: 'SMS થી આવેલા 6 અંક.' },
    { title: 'વ્હીલ ફેરવો', text: 'વાઉચર {voucherDays} દિવસમાં SMS થી આવશે.' },
  ],
  formTitle: 'તમારું ઇનામ ખોલો',
  mobileHint: '10 અંક. OTP અને વાઉચર આ જ નંબર પર આવશે.',
  smallPrint:
    'લેબલ પાછળ QR કોડવાળી ₹{packPrice} ની બૉટલ ખરીદનારાઓ માટે, {from} થી {to} સુધી, વાઉચર હોય ત્યાં સુધી. એક મોબાઇલ નંબર પર એક જ ઇનામ.',
};
