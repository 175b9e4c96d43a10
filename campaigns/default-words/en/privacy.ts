import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'Privacy notice',
  readMore: 'What we ask for, and why:',
  yes: 'Yes',
  no: 'No',
  submit: 'Submit',
  refused:
    'Thank you! As per our campaign Terms and Conditions, you are not allowed to participate.',
};
