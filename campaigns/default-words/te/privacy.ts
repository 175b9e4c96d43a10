import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'ప్రైవసీ నోటీసు',
  readMore: 'మేము ఏమి అడుగుతాం, ఎందుకు:',
  yes: 'అవును',
  no: 'కాదు',
  submit: 'ముందుకు',
  refused: 'ధన్యవాదాలు! మా ఆఫర్ నియమ నిబంధనల ప్రకారం మీరు ఇందులో పాల్గొనలేరు.',
};
