import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'வாழ்த்துகள்!',
  won: 'நீங்கள் ₹{amount} வென்றுள்ளீர்கள்',
  voucher: 'உங்கள் கிஃப்ட் வவுச்சர் 10 நாட்களுக்குள் SMS மூலம் வரும்.',
  validity: 'இது 1 ஆண்டு செல்லும்.',
  alreadyThere: '{mobile} எண்ணுக்கான பரிசு ஏற்கெனவே உங்களுடையது: ₹{amount}. அதன் வவுச்சர் SMS மூலம் வரும்.',
  fixedNote: '{state} மாநிலத்திலிருந்து பங்கேற்கும் எல்லோருக்கும் ₹{amount} நிலையான பரிசு கிடைக்கும்.',
};
