import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'पानी अभी उबल रहा है',
  notStarted: 'चाय {from} से {to} तक परोसी जाएगी। चाय का पैक सँभालकर रखें और तब उसका कोड फिर स्कैन करें।',
  endedTitle: 'आखिरी प्याला भी परोसा जा चुका है',
  ended: 'यह कार्यक्रम {from} से {to} तक चला। हमारे साथ एक प्याला चाय पीने के लिए धन्यवाद।',
  endedVoucher: 'वाउचर का इंतज़ार है? वह इनाम लेने के 10 दिन के अंदर SMS से आता है और 1 साल तक चलता है।',
};
