import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'പങ്കെടുക്കാൻ ദയവായി നിങ്ങളുടെ ബ്രൗസറിൽ JavaScript ഓൺ ചെയ്യുക.',
  cannotStart:
    'ഈ പേജ് ഈ ബ്രൗസറിൽ പ്രവർത്തിക്കില്ല. ദയവായി ബ്രൗസർ അപ്ഡേറ്റ് ചെയ്യുക, അല്ലെങ്കിൽ Chrome അല്ലെങ്കിൽ മറ്റൊരു ഫോൺ ഉപയോഗിക്കുക.',
  skipToContent: 'നേരെ പ്രധാന ഭാഗത്തേക്ക്',
};
