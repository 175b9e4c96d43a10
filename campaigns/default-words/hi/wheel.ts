import type { WheelWords } from '../../public/words.ts';

export const wheel: WheelWords = {
  title: 'इनाम के लिए व्हील घुमाएँ',
  hint: 'हर स्पिन पर जीत पक्की है। “घुमाएँ” दबाएँ या व्हील को उँगली से घुमा दें।',
  failed: 'आपका इनाम सुरक्षित है। कृपया “घुमाएँ” फिर दबाएँ।',
  play: 'घुमाएँ',
  spinning: 'व्हील घूम रहा है',
  face: '₹{amount}',
  description: '₹{amounts} के वाउचर वाला इनामी व्हील।',
  outcome: 'व्हील रुक गया है। आपने ₹{amount} जीते हैं।',
  mute: 'आवाज़ बंद करें',
  fixedTitle: 'आपका इनाम आ रहा है',
  fixedFailed: 'इनाम अभी नहीं मिल पाया: कृपया फिर कोशिश करें।',
  tryAgain: 'फिर कोशिश करें',
};
