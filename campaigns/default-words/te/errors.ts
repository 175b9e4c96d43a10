import type { ErrorWords } from '../../public/words.ts';

export const errors: ErrorWords = {
  sessionNotFound: 'సెషన్ దొరకలేదు! దయచేసి పేజీని రిఫ్రెష్ చేయండి',
  sessionExpired: 'మీ సెషన్ సమయం ముగిసింది',
  network: 'దయచేసి మీ నెట్‌వర్క్ చూసుకుని మళ్లీ ప్రయత్నించండి',
  offline: 'మీరు ఆఫ్‌లైన్‌లో ఉన్నారు',
  offlineNow: 'మీరు ఆఫ్‌లైన్‌లో ఉన్నారు. మీరు రాసినది ఏదీ పోదు.',
  generic: 'ఏదో పొరపాటు జరిగింది, కాసేపటి తర్వాత మళ్లీ ప్రయత్నించండి',
  unexpected: 'యాప్‌లో అనుకోని పొరపాటు జరిగింది!',
  rewardSafe: 'మీ బహుమతి భద్రంగా ఉంది.',
  startAgain: 'మళ్లీ మొదలుపెట్టండి',
  popupTitle: 'దయచేసి గమనించండి',
};
