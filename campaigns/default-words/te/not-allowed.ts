import type { DefaultWords } from '../../public/words.ts';

export const notAllowed: DefaultWords['notAllowed'] = {
  message: 'పాల్గొనడానికి దయచేసి QR కోడ్ స్కాన్ చేయండి',
};
