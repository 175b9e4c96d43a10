import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'અભિનંદન!',
  won: 'તમે ₹{amount} જીત્યા છો',
  voucher: 'તમારું ગિફ્ટ વાઉચર 10 દિવસમાં SMS થી આવશે.',
  validity: 'તે 1 વર્ષ ચાલશે.',
  alreadyThere: '{mobile} નું ઇનામ પહેલેથી તમારું છે: ₹{amount}. તેનું વાઉચર SMS થી આવશે.',
  fixedNote: '{state} માંથી ભાગ લેનાર દરેકને ₹{amount} નું નિશ્ચિત ઇનામ મળે છે.',
  voucherStates: {
    owed: 'તે તમારા માટે તૈયાર થઈ રહ્યું છે.',
    sent: 'તે રસ્તામાં છે: અમે તે SMS કંપનીને આપી દીધું છે.',
    delivered: 'SMS તમારા ફોન પર પહોંચી ગયો છે.',
    failed: 'SMS તમારા ફોન પર પહોંચ્યો નહીં. તમારું વાઉચર સુરક્ષિત છે: "સંપર્ક કરો" માં અમને પૂછો.',
    settled: 'અમે તેનો તમારી સાથે નિકાલ કરી દીધો છે. કંઈ પૂછવું છે? "સંપર્ક કરો" જુઓ.',
    notSent: 'તમારું વાઉચર મોકલાયું નથી. "સંપર્ક કરો" માં અમને પૂછો.',
  },
};
