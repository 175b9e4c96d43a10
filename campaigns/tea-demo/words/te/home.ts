import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'టీ కాచండి. చక్రం తిప్పండి.',
  promise: 'ప్రతి టీ ప్యాక్‌తో ₹{highest} వరకు గ్యారంటీ క్యాష్‌బ్యాక్ వోచర్, SMS ద్వారా.',
  stepsTitle: 'టీ కంటే ముందే బహుమతి రెడీ',
  steps: [
    { title: 'మీ గురించి చెప్పండి', text: 'మీ పేరు, మొబైల్ నంబర్, రాష్ట్రం.' },
    { title: 'నంబర్ నిర్ధారించండి', text: 'మేము పంపే 6 అంకెల కోడ్ రాయండి.' },
    { title: 'చక్రం తిప్పండి', text: 'మీ వోచర్ {voucherDays} రోజుల్లోపు SMS ద్వారా వస్తుంది.' },
  ],
  formTitle: 'మీ టీ బహుమతి తీసుకోండి',
  mobileHint: '10 అంకెలు. OTP, వోచర్ ఈ నంబర్‌కే పంపుతాం.',
  smallPrint:
    'లోపల QR కోడ్ ఉన్న ₹{packPrice} టీ ప్యాక్ కొన్నవారికి, {from} నుండి {to} వరకు. ఒక మొబైల్ నంబర్‌కు ఒకే బహుమతి.',
};
