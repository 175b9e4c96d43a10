import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'ਸੰਪਰਕ ਕਰੋ',
  intro: 'ਇਨਾਮ ਬਾਰੇ ਕੁਝ ਪੁੱਛਣਾ ਹੈ? ਸਾਨੂੰ ਲਿਖੋ ਜਾਂ ਫ਼ੋਨ ਕਰੋ।',
  emailLabel: 'ਈਮੇਲ',
  phoneLabel: 'ਫ਼ੋਨ',
};
