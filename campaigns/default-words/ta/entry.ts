import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'பங்கேற்க, உங்கள் பிரவுசரில் JavaScript-ஐ இயக்குங்கள்.',
  cannotStart:
    'இந்தப் பிரவுசரில் இந்தப் பக்கம் இயங்காது. பிரவுசரைப் புதுப்பியுங்கள், அல்லது Chrome அல்லது வேறு ஃபோனைப் பயன்படுத்துங்கள்.',
  skipToContent: 'நேராக உள்ளடக்கத்துக்குச் செல்லுங்கள்',
};
