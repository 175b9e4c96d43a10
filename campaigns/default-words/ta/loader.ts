import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'தொடங்குகிறது...',
  loading: 'காத்திருங்கள்...',
  verifyingOtp: 'OTP சரிபார்க்கப்படுகிறது...',
  resendingOtp: 'OTP மீண்டும் அனுப்பப்படுகிறது...',
  gettingStates: 'மாநிலங்களின் பட்டியல் வருகிறது',
  savingDetails: 'விவரங்கள் சேமிக்கப்படுகின்றன...',
  fetchingDetails: 'விவரங்கள் வருகின்றன...',
  busy: 'இப்போது கூட்டம் அதிகம். காத்திருங்கள்: இது தானாகவே தொடரும்.',
};
