import { otp } from '../../../default-words/kn/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'ಪ್ರತಿ ಪ್ಯಾಕ್‌ನಲ್ಲೂ ಒಂದು ಪುಟ್ಟ ಬಹುಮಾನ!',
  promise: '₹{highest} ವರೆಗಿನ ಖಚಿತ ಕ್ಯಾಶ್‌ಬ್ಯಾಕ್ ವೋಚರ್ ಪಡೆಯಿರಿ, ನೇರವಾಗಿ ನಿಮ್ಮ ಫೋನ್‌ಗೆ SMS ಮೂಲಕ.',
  stepsTitle: 'ಬಹುಮಾನ ಸಿಗುವುದು ಹೀಗೆ',
  steps: [
    { title: 'ವಿವರಗಳನ್ನು ಕೊಡಿ', text: 'ನಿಮ್ಮ ಹೆಸರು, ಮೊಬೈಲ್ ಸಂಖ್ಯೆ ಮತ್ತು ರಾಜ್ಯ ತಿಳಿಸಿ.' },
    { title: otp.title, text: 'ನಿಮ್ಮ ಫೋನ್‌ಗೆ 6 ಅಂಕಿಗಳ ಕೋಡ್ ಕಳುಹಿಸುತ್ತೇವೆ.' },
    { title: 'ಬಹುಮಾನ ಪಡೆಯಿರಿ', text: 'ನಿಮ್ಮ ವೋಚರ್ {voucherDays} ದಿನಗಳೊಳಗೆ SMS ಮೂಲಕ ಬರುತ್ತದೆ.' },
  ],
  formTitle: 'ನಿಮ್ಮ ಬಹುಮಾನ ಪಡೆಯಿರಿ',
  mobileHint: '10 ಅಂಕಿಗಳು. ನಿಮ್ಮ OTP ಮತ್ತು ವೋಚರ್ ಈ ಸಂಖ್ಯೆಗೇ ಬರುತ್ತವೆ.',
  smallPrint: '₹{packPrice} ಪ್ರೊಮೋಷನಲ್ ಪ್ಯಾಕ್ ಕೊಂಡವರಿಗೆ, {from} ರಿಂದ {to} ರವರೆಗೆ. ಒಂದು ಮೊಬೈಲ್ ಸಂಖ್ಯೆಗೆ ಒಂದೇ ಬಹುಮಾನ.',
};
