// The sentences of the choice, by language: only campaigns with `whatsapp.json` fetch them.
type ChoiceWords = {
  /** Of the box, which nobody has ticked. */
  choose: string;
  /** Below it: what it means. */
  hint: string;
  /** Where to look for a code that was sent by WhatsApp. */
  look: string;
};

const en: ChoiceWords = {
  choose: 'Send my OTP and voucher by WhatsApp. (Optional)',
  hint: 'If WhatsApp does not reach you, they come by SMS. No other messages.',
  look: 'Look in WhatsApp for your OTP. If it does not arrive there, it comes by SMS.',
};

const words: Readonly<Record<string, ChoiceWords>> = {
  en,
  hi: {
    choose: 'मेरा OTP और वाउचर WhatsApp पर भेजें। (ज़रूरी नहीं)',
    hint: 'WhatsApp पर न पहुँचे, तो SMS से आएगा। और कोई मैसेज नहीं।',
    look: 'अपना OTP WhatsApp में देखें। वहाँ न आए, तो SMS से आएगा।',
  },
  bn: {
    choose: 'আমার OTP আর ভাউচার WhatsApp-এ পাঠান। (ঐচ্ছিক)',
    hint: 'WhatsApp-এ না পৌঁছলে SMS-এ আসবে। অন্য কোনো মেসেজ নয়।',
    look: 'আপনার OTP WhatsApp-এ দেখুন। সেখানে না এলে SMS-এ আসবে।',
  },
  gu: {
    choose: 'મારો OTP અને વાઉચર WhatsApp પર મોકલો. (મરજિયાત)',
    hint: 'WhatsApp પર ન પહોંચે, તો SMS થી આવશે. બીજા કોઈ મેસેજ નહીં.',
    look: 'તમારો OTP WhatsApp માં જુઓ. ત્યાં ન આવે, તો SMS થી આવશે.',
  },
  kn: {
    choose: 'ನನ್ನ OTP ಮತ್ತು ವೋಚರ್ WhatsApp ನಲ್ಲಿ ಕಳುಹಿಸಿ. (ಐಚ್ಛಿಕ)',
    hint: 'WhatsApp ನಲ್ಲಿ ತಲುಪದಿದ್ದರೆ SMS ಮೂಲಕ ಬರುತ್ತದೆ. ಬೇರೆ ಯಾವ ಸಂದೇಶವೂ ಇಲ್ಲ.',
    look: 'ನಿಮ್ಮ OTP ಯನ್ನು WhatsApp ನಲ್ಲಿ ನೋಡಿ. ಅಲ್ಲಿ ಬಾರದಿದ್ದರೆ SMS ಮೂಲಕ ಬರುತ್ತದೆ.',
  },
  ml: {
    choose: 'എന്റെ OTP-യും വൗച്ചറും WhatsApp-ൽ അയയ്ക്കുക. (നിർബന്ധമില്ല)',
    hint: 'WhatsApp-ൽ എത്തിയില്ലെങ്കിൽ SMS ആയി വരും. മറ്റു സന്ദേശങ്ങളില്ല.',
    look: 'നിങ്ങളുടെ OTP WhatsApp-ൽ നോക്കൂ. അവിടെ വന്നില്ലെങ്കിൽ SMS ആയി വരും.',
  },
  mr: {
    choose: 'माझा OTP आणि व्हाउचर WhatsApp वर पाठवा. (ऐच्छिक)',
    hint: 'WhatsApp वर पोहोचले नाही, तर SMS ने येईल. इतर कोणतेही मेसेज नाहीत.',
    look: 'तुमचा OTP WhatsApp मध्ये पाहा. तिथे आला नाही, तर SMS ने येईल.',
  },
  pa: {
    choose: 'ਮੇਰਾ OTP ਅਤੇ ਵਾਊਚਰ WhatsApp ਉੱਤੇ ਭੇਜੋ। (ਲਾਜ਼ਮੀ ਨਹੀਂ)',
    hint: 'WhatsApp ਉੱਤੇ ਨਾ ਪਹੁੰਚੇ, ਤਾਂ SMS ਰਾਹੀਂ ਆਵੇਗਾ। ਹੋਰ ਕੋਈ ਮੈਸੇਜ ਨਹੀਂ।',
    look: 'ਆਪਣਾ OTP WhatsApp ਵਿੱਚ ਵੇਖੋ। ਉੱਥੇ ਨਾ ਆਵੇ, ਤਾਂ SMS ਰਾਹੀਂ ਆਵੇਗਾ।',
  },
  ta: {
    choose: 'என் OTP, வவுச்சரை WhatsApp மூலம் அனுப்புங்கள். (விருப்பம்)',
    hint: 'WhatsApp இல் வராவிட்டால் SMS மூலம் வரும். வேறு செய்திகள் இல்லை.',
    look: 'உங்கள் OTP எண்ணை WhatsApp இல் பாருங்கள். அங்கே வராவிட்டால் SMS மூலம் வரும்.',
  },
  te: {
    choose: 'నా OTP, వోచర్ WhatsApp లో పంపండి. (ఐచ్ఛికం)',
    hint: 'WhatsApp లో అందకపోతే SMS ద్వారా వస్తుంది. వేరే మెసేజ్‌లు ఉండవు.',
    look: 'మీ OTP కోసం WhatsApp లో చూడండి. అక్కడ రాకపోతే SMS ద్వారా వస్తుంది.',
  },
  ur: {
    choose: 'میرا OTP اور واؤچر WhatsApp پر بھیجیں۔ (اختیاری)',
    hint: 'WhatsApp پر نہ پہنچے تو SMS سے آئے گا۔ کوئی اور میسج نہیں۔',
    look: 'اپنا OTP WhatsApp میں دیکھیں۔ وہاں نہ آئے تو SMS سے آئے گا۔',
  },
};

export const choiceWords = (language: string): ChoiceWords => words[language] ?? en;
