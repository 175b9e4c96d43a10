import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'પાણી હજી ઊકળે છે',
  notStarted: 'અમારી ચા {from} થી {to} સુધી પીરસાશે. ચાનો પૅક સાચવી રાખો અને ત્યારે તેનો કોડ ફરી સ્કૅન કરો.',
  endedTitle: 'છેલ્લો કપ પણ રેડાઈ ગયો',
  ended: 'આ ઑફર {from} થી {to} સુધી ચાલી. અમારી સાથે એક કપ ચા પીવા બદલ આભાર.',
  endedVoucher:
    'વાઉચરની રાહ જુઓ છો? તે ઇનામ લીધા પછી {voucherDays} દિવસમાં SMS થી આવે છે અને {voucherYears} વર્ષ ચાલે છે.',
  pausedTitle: 'કીટલી જરા વાર ઉતારી મૂકી છે',
  paused:
    'ઑફર થોડા સમય માટે થોભાવી છે. ચાનો પૅક સાચવી રાખો અને પછી તેનો કોડ ફરી સ્કૅન કરો: કંઈ ગુમાવશો નહીં, અને તમે જે જીત્યા છો તે તમારું જ રહેશે.',
};
