// The privacy notice that opens over HOME. Statement and refusal are the spec's, word for word.
import type { PrivacyWords } from '../../../words.ts';

export const privacy: PrivacyWords = {
  title: 'Privacy notice',
  statement: 'I confirm that I am above legal drinking age in my region.',
  readMore: 'What we ask for, and why:',
  yes: 'Yes',
  no: 'No',
  submit: 'Submit',
  refused:
    'Thank you! As per our campaign Terms and Conditions, you are not allowed to participate.',
};
