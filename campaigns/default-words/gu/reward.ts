import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'અભિનંદન!',
  won: 'તમે ₹{amount} જીત્યા છો',
  voucher: 'તમારું ગિફ્ટ વાઉચર 10 દિવસમાં SMS થી આવશે.',
  validity: 'તે 1 વર્ષ ચાલશે.',
  alreadyThere: '{mobile} નું ઇનામ પહેલેથી તમારું છે: ₹{amount}. તેનું વાઉચર SMS થી આવશે.',
  fixedNote: '{state} માંથી ભાગ લેનાર દરેકને ₹{amount} નું નિશ્ચિત ઇનામ મળે છે.',
};
