import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'વાદળ ઘેરાય છે',
  notStarted: 'ઑફર {from} થી {to} સુધી છે. બૉટલનું લેબલ સાચવી રાખો અને ત્યારે તેનો કોડ ફરી સ્કૅન કરો.',
  endedTitle: 'વરસાદ થંભી ગયો',
  endedVoucher:
    'વાઉચરની રાહ જુઓ છો? તે ઇનામ લીધા પછી {voucherDays} દિવસમાં SMS થી આવે છે અને {voucherYears} વર્ષ ચાલે છે.',
  pausedTitle: 'વરસાદ જરા વાર રોકાયો છે',
  paused:
    'ઑફર થોડા સમય માટે થોભાવી છે. બૉટલનું લેબલ સાચવી રાખો અને પછી તેનો કોડ ફરી સ્કૅન કરો: કંઈ ગુમાવશો નહીં, અને તમે જે જીત્યા છો તે તમારું જ રહેશે.',
};
