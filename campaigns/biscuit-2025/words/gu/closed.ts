import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'બિસ્કિટ હજી ઓવનમાં છે',
  notStarted: 'ઑફર {from} થી શરૂ થશે અને {to} સુધી ચાલશે. પૅક સાચવી રાખો અને ત્યારે કોડ ફરી સ્કૅન કરો.',
  endedTitle: 'આ ઑફર પૂરી થઈ ગઈ છે',
  endedVoucher:
    'ઇનામ લીધું હતું? તમારું વાઉચર ઇનામ લીધા પછી {voucherDays} દિવસમાં SMS થી આવે છે અને {voucherYears} વર્ષ ચાલે છે.',
  pausedTitle: 'ઓવન જરા આરામ કરે છે',
  paused:
    'ઑફર થોડા સમય માટે થોભાવી છે. પૅક સાચવી રાખો અને પછી કોડ ફરી સ્કૅન કરો: કંઈ ગુમાવશો નહીં, અને તમે જે જીત્યા છો તે તમારું જ રહેશે.',
};
