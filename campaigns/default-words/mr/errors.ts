import type { ErrorWords } from '../../public/words.ts';

export const errors: ErrorWords = {
  sessionNotFound: 'सेशन सापडले नाही! कृपया पेज रिफ्रेश करा',
  sessionExpired: 'तुमचे सेशन संपले आहे',
  network: 'कृपया तुमचे नेटवर्क तपासा आणि पुन्हा प्रयत्न करा',
  offline: 'तुम्ही ऑफलाइन आहात',
  generic: 'काहीतरी चूक झाली, थोड्या वेळाने पुन्हा प्रयत्न करा',
  unexpected: 'अॅपमध्ये अचानक काहीतरी बिघडले!',
  rewardSafe: 'तुमचे बक्षीस सुरक्षित आहे.',
  startAgain: 'पुन्हा सुरू करा',
  popupTitle: 'कृपया लक्ष द्या',
  offlineNow: 'तुम्ही ऑफलाइन आहात. तुम्ही लिहिलेले काहीही गेलेले नाही.',
};
