import type { WheelWords } from '../../public/words.ts';

export const wheel: WheelWords = {
  title: 'اپنے انعام کے لیے گھمائیں',
  hint: 'ہر بار جیت پکی ہے۔ “گھمائیں” دبائیں یا پہیے کو انگلی سے گھمائیں۔',
  failed: 'آپ کا انعام محفوظ ہے۔ براہ کرم “گھمائیں” پھر دبائیں۔',
  play: 'گھمائیں',
  spinning: 'پہیہ گھوم رہا ہے',
  face: '₹{amount}',
  description: '\u2066₹{amounts}\u2069 کے واؤچر والا انعامی پہیہ۔',
  outcome: 'پہیہ رک گیا ہے۔ آپ نے \u2066₹{amount}\u2069 جیتے ہیں۔',
  mute: 'آواز بند کریں',
  fixedTitle: 'آپ کا انعام آ رہا ہے',
  fixedFailed: 'وہ ابھی نہیں آ سکا: براہ کرم پھر کوشش کریں۔',
  tryAgain: 'پھر کوشش کریں',
};
