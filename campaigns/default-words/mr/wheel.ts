import type { WheelWords } from '../../public/words.ts';

export const wheel: WheelWords = {
  title: 'बक्षिसासाठी चाक फिरवा',
  hint: 'प्रत्येक स्पिनला बक्षीस पक्के. “फिरवा” दाबा किंवा चाक बोटाने फिरवा.',
  failed: 'तुमचे बक्षीस सुरक्षित आहे. कृपया “फिरवा” पुन्हा दाबा.',
  play: 'फिरवा',
  spinning: 'चाक फिरत आहे',
  face: '₹{amount}',
  description: '₹{amounts} च्या व्हाउचरचे बक्षिसांचे चाक.',
  outcome: 'चाक थांबले आहे. तुम्ही ₹{amount} जिंकले आहेत.',
  mute: 'आवाज बंद करा',
  fixedTitle: 'तुमचे बक्षीस येत आहे',
  fixedFailed: 'ते आत्ता मिळाले नाही: कृपया पुन्हा प्रयत्न करा.',
  tryAgain: 'पुन्हा प्रयत्न करा',
};
