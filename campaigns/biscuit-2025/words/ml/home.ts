import { otp } from '../../../default-words/ml/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'ഓരോ പാക്കറ്റിലും ഒരു കുഞ്ഞു സമ്മാനം!',
  promise: '₹{highest} വരെ ഉറപ്പായ ക്യാഷ്ബാക്ക് വൗച്ചർ നേടൂ, നേരെ നിങ്ങളുടെ ഫോണിലേക്ക് SMS ആയി.',
  stepsTitle: 'സമ്മാനം കിട്ടുന്നത് ഇങ്ങനെ',
  steps: [
    { title: 'വിവരങ്ങൾ നൽകുക', text: 'നിങ്ങളുടെ പേരും മൊബൈൽ നമ്പറും സംസ്ഥാനവും പറയുക.' },
    { title: otp.title, text: 'നിങ്ങളുടെ ഫോണിലേക്ക് 6 അക്ക കോഡ് അയയ്ക്കും.' },
    { title: 'സമ്മാനം നേടുക', text: 'വൗച്ചർ {voucherDays} ദിവസത്തിനുള്ളിൽ SMS ആയി വരും.' },
  ],
  formTitle: 'സമ്മാനം എടുക്കൂ',
  mobileHint: '10 അക്കങ്ങൾ. OTP-യും വൗച്ചറും ഈ നമ്പറിൽ വരും.',
  smallPrint:
    '₹{packPrice}-ന്റെ പ്രൊമോഷണൽ പാക്കറ്റ് വാങ്ങിയവർക്ക്, {from} മുതൽ {to} വരെ. ഒരു മൊബൈൽ നമ്പറിന് ഒരു സമ്മാനം മാത്രം.',
};
