import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'സ്വകാര്യതാ അറിയിപ്പ്',
  readMore: 'ഞങ്ങൾ ചോദിക്കുന്നത് എന്തൊക്കെ, എന്തിന്:',
  yes: 'അതെ',
  no: 'അല്ല',
  submit: 'തുടരുക',
  refused: 'നന്ദി! ഞങ്ങളുടെ ഓഫറിന്റെ നിബന്ധനകൾ അനുസരിച്ച് നിങ്ങൾക്ക് ഇതിൽ പങ്കെടുക്കാൻ കഴിയില്ല.',
};
