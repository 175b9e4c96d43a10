import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'सुरू होत आहे...',
  loading: 'लोड होत आहे...',
  verifyingOtp: 'OTP पडताळत आहोत...',
  resendingOtp: 'OTP पुन्हा पाठवत आहोत...',
  gettingStates: 'राज्यांची यादी येत आहे',
  savingDetails: 'माहिती सेव्ह होत आहे...',
  fetchingDetails: 'माहिती येत आहे...',
  busy: 'सध्या साइटवर खूप गर्दी आहे. कृपया थोडे थांबा: हे आपोआप पुढे जाईल.',
};
