import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'बिस्किट अभी ओवन में हैं',
  notStarted: 'कार्यक्रम {from} से शुरू होकर {to} तक चलेगा। पैक सँभालकर रखें और तब QR कोड फिर स्कैन करें।',
  endedTitle: 'यह कार्यक्रम खत्म हो गया है',
  ended: 'यह {from} से {to} तक चला। भाग लेने वाले सभी लोगों का धन्यवाद।',
  endedVoucher: 'इनाम ले लिया था? आपका वाउचर इनाम लेने के 10 दिन के अंदर SMS से आता है और 1 साल तक चलता है।',
};
