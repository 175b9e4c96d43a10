import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'अभिनंदन!',
  won: 'तुम्ही ₹{amount} जिंकले आहेत',
  voucher: 'तुमचे गिफ्ट व्हाउचर 10 दिवसांत SMS ने येईल.',
  validity: 'ते 1 वर्ष चालेल.',
  alreadyThere: '{mobile} या नंबरचे बक्षीस आधीच तुमचे आहे: ₹{amount}. त्याचे व्हाउचर SMS ने येईल.',
  fixedNote: '{state} राज्यातून भाग घेणाऱ्या प्रत्येकाला ₹{amount} चे ठरलेले बक्षीस मिळते.',
  voucherStates: {
    owed: 'ते तुमच्यासाठी तयार होत आहे.',
    sent: 'ते येत आहे: आम्ही ते SMS कंपनीला दिले आहे.',
    delivered: 'SMS तुमच्या फोनवर पोहोचला आहे.',
    failed: 'SMS तुमच्या फोनवर पोहोचला नाही. तुमचे व्हाउचर सुरक्षित आहे: "संपर्क साधा" मध्ये आम्हाला विचारा.',
    settled: 'आम्ही ते तुमच्यासोबत मिटवले आहे. काही विचारायचे आहे? "संपर्क साधा" पाहा.',
  },
};
