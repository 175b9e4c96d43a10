import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'இந்த நிகழ்ச்சி {from} முதல் {to} வரை நடந்தது. பங்கேற்ற எல்லோருக்கும் நன்றி.',
};
