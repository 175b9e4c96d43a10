import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'పాల్గొనడానికి దయచేసి మీ బ్రౌజర్‌లో JavaScript ఆన్ చేయండి.',
  cannotStart: 'ఈ పేజీ ఈ బ్రౌజర్‌లో పనిచేయదు. దయచేసి దాన్ని అప్‌డేట్ చేయండి, లేదా Chrome గానీ మరో ఫోన్ గానీ వాడండి.',
  skipToContent: 'నేరుగా ముఖ్య భాగానికి వెళ్లండి',
};
