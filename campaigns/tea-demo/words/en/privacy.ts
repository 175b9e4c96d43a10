// The privacy notice that opens over HOME. A tea asks for the age of a grown-up, not for that of a drinker.
import { verbatim } from '../../../default-words/en/verbatim.ts';
import type { PrivacyWords } from '../../../public/words.ts';

export const privacy: PrivacyWords = {
  title: 'Privacy notice',
  statement: 'I confirm that I am 18 years of age or older.',
  readMore: 'What we ask for, and why:',
  yes: 'Yes',
  no: 'No',
  submit: 'Submit',
  refused: verbatim.refused,
};
