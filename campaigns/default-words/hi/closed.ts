import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'यह कार्यक्रम {from} से {to} तक चला। भाग लेने वाले सभी लोगों का धन्यवाद।',
};
