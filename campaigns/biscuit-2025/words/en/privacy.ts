// The privacy notice that opens over HOME. The statement is the spec's, word for word.
import { verbatim } from '../../../default-words/en/verbatim.ts';
import type { PrivacyWords } from '../../../public/words.ts';

export const privacy: PrivacyWords = {
  title: 'Privacy notice',
  statement: 'I confirm that I am above legal drinking age in my region.',
  readMore: 'What we ask for, and why:',
  yes: 'Yes',
  no: 'No',
  submit: 'Submit',
  refused: verbatim.refused,
};
