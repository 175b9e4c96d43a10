import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'ఈ ఆఫర్ {from} నుండి {to} వరకు నడిచింది. పాల్గొన్న అందరికీ ధన్యవాదాలు.',
};
