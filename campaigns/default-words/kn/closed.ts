import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'ಈ ಆಫರ್ {from} ರಿಂದ {to} ರವರೆಗೆ ನಡೆಯಿತು. ಭಾಗವಹಿಸಿದ ಎಲ್ಲರಿಗೂ ಧನ್ಯವಾದ.',
};
