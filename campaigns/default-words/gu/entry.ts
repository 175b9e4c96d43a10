import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'ભાગ લેવા માટે કૃપા કરીને તમારા બ્રાઉઝરમાં JavaScript ચાલુ કરો.',
  cannotStart: 'આ પેજ આ બ્રાઉઝરમાં ચાલતું નથી. કૃપા કરીને તેને અપડેટ કરો, અથવા Chrome કે બીજો ફોન વાપરો.',
  skipToContent: 'સીધા મુખ્ય ભાગ પર જાઓ',
};
