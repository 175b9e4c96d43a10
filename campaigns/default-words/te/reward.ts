import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'అభినందనలు!',
  won: 'మీరు ₹{amount} గెలుచుకున్నారు',
  voucher: 'మీ గిఫ్ట్ వోచర్ 10 రోజుల్లోపు SMS ద్వారా వస్తుంది.',
  validity: 'ఇది 1 సంవత్సరం చెల్లుతుంది.',
  alreadyThere: '{mobile} నంబర్ బహుమతి ఇప్పటికే మీది: ₹{amount}. దాని వోచర్ SMS ద్వారా వస్తుంది.',
  fixedNote: '{state} నుండి పాల్గొనే ప్రతి ఒక్కరికీ ₹{amount} నిర్ణీత బహుమతి వస్తుంది.',
  voucherStates: {
    owed: 'ఇది మీ కోసం సిద్ధమవుతోంది.',
    sent: 'ఇది వస్తోంది: దీన్ని SMS కంపెనీకి ఇచ్చాం.',
    delivered: 'SMS మీ ఫోన్‌కు చేరింది.',
    failed: 'SMS మీ ఫోన్‌కు చేరలేదు. మీ వోచర్ భద్రంగా ఉంది: "సంప్రదించండి" నొక్కి మమ్మల్ని అడగండి.',
    settled: 'దీన్ని మీతో సెటిల్ చేశాం. ఏమైనా అడగాలా? "సంప్రదించండి" చూడండి.',
  },
};
