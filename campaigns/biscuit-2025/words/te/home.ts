import { otp } from '../../../default-words/te/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'ప్రతి ప్యాక్‌లో ఒక చిన్న బహుమతి!',
  promise: '₹{highest} వరకు గ్యారంటీ క్యాష్‌బ్యాక్ వోచర్ పొందండి, నేరుగా మీ ఫోన్‌కు SMS ద్వారా.',
  stepsTitle: 'బహుమతి ఎలా వస్తుంది',
  steps: [
    { title: 'వివరాలు ఇవ్వండి', text: 'మీ పేరు, మొబైల్ నంబర్, రాష్ట్రం చెప్పండి.' },
    { title: otp.title, text: 'మీ ఫోన్‌కు 6 అంకెల కోడ్ పంపుతాం.' },
    { title: 'బహుమతి పొందండి', text: 'మీ వోచర్ {voucherDays} రోజుల్లోపు SMS ద్వారా వస్తుంది.' },
  ],
  formTitle: 'మీ బహుమతి తీసుకోండి',
  mobileHint: '10 అంకెలు. మీ OTP, వోచర్ ఈ నంబర్‌కే వస్తాయి.',
  smallPrint: '₹{packPrice} ప్రమోషనల్ ప్యాక్ కొన్నవారికి, {from} నుండి {to} వరకు. ఒక మొబైల్ నంబర్‌కు ఒకే బహుమతి.',
};
