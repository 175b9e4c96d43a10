import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'തുടങ്ങുന്നു...',
  loading: 'ലോഡ് ചെയ്യുന്നു...',
  verifyingOtp: 'OTP പരിശോധിക്കുന്നു...',
  resendingOtp: 'OTP വീണ്ടും അയയ്ക്കുന്നു...',
  gettingStates: 'സംസ്ഥാനങ്ങളുടെ പട്ടിക വരുന്നു',
  savingDetails: 'വിവരങ്ങൾ സേവ് ചെയ്യുന്നു...',
  fetchingDetails: 'വിവരങ്ങൾ എടുക്കുന്നു...',
  busy: 'ഇപ്പോൾ സൈറ്റിൽ നല്ല തിരക്കാണ്. ദയവായി അൽപ്പം കാത്തിരിക്കുക: ഇത് തനിയെ തുടരും.',
};
