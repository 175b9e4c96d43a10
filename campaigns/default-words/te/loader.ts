import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'మొదలవుతోంది...',
  loading: 'లోడ్ అవుతోంది...',
  verifyingOtp: 'OTP సరిచూస్తున్నాం...',
  resendingOtp: 'OTP మళ్లీ పంపుతున్నాం...',
  gettingStates: 'రాష్ట్రాల జాబితా వస్తోంది',
  savingDetails: 'వివరాలు సేవ్ అవుతున్నాయి...',
  fetchingDetails: 'వివరాలు వస్తున్నాయి...',
  busy: 'ప్రస్తుతం సైట్‌లో చాలా రద్దీగా ఉంది. దయచేసి కాసేపు ఆగండి: అదే ముందుకు సాగుతుంది.',
};
