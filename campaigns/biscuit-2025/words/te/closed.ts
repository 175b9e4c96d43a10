import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'బిస్కెట్లు ఇంకా ఓవెన్‌లో ఉన్నాయి',
  notStarted: 'ఆఫర్ {from} నుండి {to} వరకు ఉంటుంది. ప్యాక్ దాచుకుని, అప్పుడు కోడ్‌ను మళ్లీ స్కాన్ చేయండి.',
  endedTitle: 'ఈ ఆఫర్ ముగిసింది',
  endedVoucher:
    'బహుమతి తీసుకున్నారా? అప్పటి నుండి {voucherDays} రోజుల్లోపు మీ వోచర్ SMS ద్వారా వస్తుంది, {voucherYears} సంవత్సరం చెల్లుతుంది.',
  pausedTitle: 'ఓవెన్ కాస్త విశ్రాంతి తీసుకుంటోంది',
  paused: 'ఆఫర్‌ను కొంతసేపు ఆపాం. ప్యాక్ దాచుకుని, తర్వాత కోడ్‌ను మళ్లీ స్కాన్ చేయండి: ఏమీ పోదు, మీరు గెలుచుకున్నది మీదే.',
};
