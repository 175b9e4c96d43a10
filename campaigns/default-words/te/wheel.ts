import type { WheelWords } from '../../public/words.ts';

export const wheel: WheelWords = {
  title: 'బహుమతి కోసం చక్రం తిప్పండి',
  hint: 'ప్రతి స్పిన్‌కూ బహుమతి ఖాయం. "తిప్పండి" నొక్కండి.',
  failed: 'మీ బహుమతి భద్రంగా ఉంది. దయచేసి "తిప్పండి" మళ్లీ నొక్కండి.',
  play: 'తిప్పండి',
  spinning: 'చక్రం తిరుగుతోంది',
  face: '₹{amount}',
  description: '₹{amounts} వోచర్లు ఉన్న బహుమతి చక్రం.',
  outcome: 'చక్రం ఆగింది. మీరు ₹{amount} గెలుచుకున్నారు.',
  mute: 'శబ్దం ఆపండి',
  fixedTitle: 'మీ బహుమతి వస్తోంది',
  fixedFailed: 'మీ బహుమతి భద్రంగా ఉంది. అది ఇప్పుడు రాలేదు: దయచేసి మళ్లీ ప్రయత్నించండి.',
  tryAgain: 'మళ్లీ ప్రయత్నించండి',
};
