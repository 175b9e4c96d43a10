// What the terms and the consent notice say of WhatsApp, by language.
type Documents = Record<'terms' | 'consentNotice', { heading: string; paragraphs: string[] }>;

/** One heading for both; the paragraphs of the terms, then those of the notice. */
const both = (heading: string, terms: string[], notice: string[]): Documents => ({
  terms: { heading, paragraphs: terms },
  consentNotice: { heading, paragraphs: notice },
});

const en = both(
  'Messages by WhatsApp',
  [
    'If you tick the box for it, your OTP and your voucher come by WhatsApp, and by SMS if WhatsApp does not reach you. Both have the same code. Taking part does not depend on it.',
  ],
  [
    'Only if you tick the box for it: WhatsApp (Meta) receives your mobile number and the text of the message, to send you the OTP and the voucher and nothing else. It tells us whether the message arrived and was read.',
    'We keep that you ticked it, and when. To withdraw it, sign up without the tick, or withdraw your consent as this notice says.',
  ],
);

const documents: Readonly<Record<string, Documents>> = {
  en,
  hi: both(
    'WhatsApp पर मैसेज',
    [
      'अगर आप इसका बॉक्स टिक करते हैं, तो आपका OTP और वाउचर WhatsApp पर आते हैं, और WhatsApp पर न पहुँचें तो SMS से। दोनों में कोड एक ही होता है। भाग लेना इस पर निर्भर नहीं है।',
    ],
    [
      'केवल अगर आप इसका बॉक्स टिक करते हैं: WhatsApp (Meta) को आपका मोबाइल नंबर और मैसेज का टेक्स्ट मिलता है, ताकि आपको OTP और वाउचर भेजा जा सके, और कुछ नहीं। वह हमें बताता है कि मैसेज पहुँचा और पढ़ा गया या नहीं।',
      'हम रखते हैं कि आपने इसे टिक किया, और कब। इसे वापस लेने के लिए बिना टिक के साइन अप करें, या इस सूचना के अनुसार अपनी सहमति वापस लें।',
    ],
  ),
  bn: both(
    'WhatsApp-এ মেসেজ',
    [
      'এর বাক্সে টিক দিলে আপনার OTP আর ভাউচার WhatsApp-এ আসে, আর WhatsApp-এ না পৌঁছলে SMS-এ। দুটিতেই কোড একই। অংশ নেওয়া এর উপর নির্ভর করে না।',
    ],
    [
      'শুধু এর বাক্সে টিক দিলে: WhatsApp (Meta) আপনার মোবাইল নম্বর আর মেসেজের লেখা পায়, যাতে আপনাকে OTP আর ভাউচার পাঠানো যায়, আর কিছু নয়। মেসেজ পৌঁছেছে ও পড়া হয়েছে কি না, তা সে আমাদের জানায়।',
      'আপনি টিক দিয়েছেন, আর কখন দিয়েছেন, তা আমরা রাখি। ফিরিয়ে নিতে টিক ছাড়া সাইন আপ করুন, অথবা এই নোটিশ অনুযায়ী সম্মতি ফিরিয়ে নিন।',
    ],
  ),
  gu: both(
    'WhatsApp પર મેસેજ',
    [
      'તમે તેનું બોક્સ ટિક કરો, તો તમારો OTP અને વાઉચર WhatsApp પર આવે છે, અને WhatsApp પર ન પહોંચે તો SMS થી. બંનેમાં કોડ એક જ હોય છે. ભાગ લેવો તેના પર આધાર રાખતો નથી.',
    ],
    [
      'તમે તેનું બોક્સ ટિક કરો તો જ: તમને OTP અને વાઉચર મોકલવા માટે WhatsApp (Meta) ને તમારો મોબાઇલ નંબર અને મેસેજનું લખાણ મળે છે, બીજું કંઈ નહીં. મેસેજ પહોંચ્યો અને વંચાયો કે નહીં, તે અમને જણાવે છે.',
      'તમે ટિક કર્યું તે અને ક્યારે કર્યું તે અમે રાખીએ છીએ. પાછું ખેંચવા ટિક વગર સાઇન અપ કરો, અથવા આ સૂચના પ્રમાણે સંમતિ પાછી ખેંચો.',
    ],
  ),
  kn: both(
    'WhatsApp ಮೂಲಕ ಸಂದೇಶಗಳು',
    [
      'ನೀವು ಇದರ ಬಾಕ್ಸ್ ಟಿಕ್ ಮಾಡಿದರೆ ನಿಮ್ಮ OTP ಮತ್ತು ವೋಚರ್ WhatsApp ನಲ್ಲಿ ಬರುತ್ತವೆ, WhatsApp ನಲ್ಲಿ ತಲುಪದಿದ್ದರೆ SMS ಮೂಲಕ. ಎರಡರಲ್ಲೂ ಕೋಡ್ ಒಂದೇ. ಭಾಗವಹಿಸಲು ಇದು ಬೇಕಿಲ್ಲ.',
    ],
    [
      'ನೀವು ಇದರ ಬಾಕ್ಸ್ ಟಿಕ್ ಮಾಡಿದರೆ ಮಾತ್ರ: ನಿಮಗೆ OTP ಮತ್ತು ವೋಚರ್ ಕಳುಹಿಸಲು WhatsApp (Meta) ಗೆ ನಿಮ್ಮ ಮೊಬೈಲ್ ಸಂಖ್ಯೆ ಮತ್ತು ಸಂದೇಶದ ಪಠ್ಯ ಸಿಗುತ್ತದೆ, ಬೇರೇನೂ ಇಲ್ಲ. ಸಂದೇಶ ತಲುಪಿತೇ, ಓದಲಾಯಿತೇ ಎಂದು ಅದು ನಮಗೆ ತಿಳಿಸುತ್ತದೆ.',
      'ನೀವು ಟಿಕ್ ಮಾಡಿದ್ದನ್ನು ಮತ್ತು ಯಾವಾಗ ಎಂಬುದನ್ನು ನಾವು ಇಟ್ಟುಕೊಳ್ಳುತ್ತೇವೆ. ಹಿಂಪಡೆಯಲು ಟಿಕ್ ಇಲ್ಲದೆ ಸೈನ್ ಅಪ್ ಮಾಡಿ, ಅಥವಾ ಈ ಸೂಚನೆಯಂತೆ ಒಪ್ಪಿಗೆ ಹಿಂಪಡೆಯಿರಿ.',
    ],
  ),
  ml: both(
    'WhatsApp വഴിയുള്ള സന്ദേശങ്ങൾ',
    [
      'നിങ്ങൾ ഇതിന്റെ ബോക്സ് ടിക് ചെയ്താൽ OTP-യും വൗച്ചറും WhatsApp-ൽ വരും; WhatsApp-ൽ എത്തിയില്ലെങ്കിൽ SMS ആയി. രണ്ടിലും ഒരേ കോഡ് തന്നെ. പങ്കെടുക്കാൻ ഇത് വേണമെന്നില്ല.',
    ],
    [
      'നിങ്ങൾ ഇതിന്റെ ബോക്സ് ടിക് ചെയ്താൽ മാത്രം: OTP-യും വൗച്ചറും അയയ്ക്കാൻ WhatsApp-ന് (Meta) നിങ്ങളുടെ മൊബൈൽ നമ്പറും സന്ദേശത്തിലെ വാക്കുകളും കിട്ടുന്നു, മറ്റൊന്നിനുമല്ല. സന്ദേശം എത്തിയോ, വായിച്ചോ എന്ന് അത് ഞങ്ങളെ അറിയിക്കും.',
      'നിങ്ങൾ ടിക് ചെയ്തെന്നും എപ്പോഴെന്നും ഞങ്ങൾ സൂക്ഷിക്കും. പിൻവലിക്കാൻ ടിക് ഇല്ലാതെ സൈൻ അപ് ചെയ്യുക, അല്ലെങ്കിൽ ഈ അറിയിപ്പിൽ പറയുന്നതുപോലെ സമ്മതം പിൻവലിക്കുക.',
    ],
  ),
  mr: both(
    'WhatsApp वर मेसेज',
    [
      'तुम्ही याचा बॉक्स टिक केलात, तर तुमचा OTP आणि व्हाउचर WhatsApp वर येतात, आणि WhatsApp वर पोहोचले नाहीत तर SMS ने. दोन्हींमध्ये कोड एकच असतो. भाग घेणे यावर अवलंबून नाही.',
    ],
    [
      'तुम्ही याचा बॉक्स टिक केलात तरच: तुम्हाला OTP आणि व्हाउचर पाठवण्यासाठी WhatsApp (Meta) ला तुमचा मोबाइल नंबर आणि मेसेजचा मजकूर मिळतो, दुसरे काही नाही. मेसेज पोहोचला आणि वाचला गेला का, ते आम्हाला कळवते.',
      'तुम्ही टिक केले हे आणि केव्हा, ते आम्ही ठेवतो. मागे घेण्यासाठी टिक न करता साइन अप करा, किंवा या सूचनेप्रमाणे संमती मागे घ्या.',
    ],
  ),
  pa: both(
    'WhatsApp ਉੱਤੇ ਮੈਸੇਜ',
    [
      'ਜੇ ਤੁਸੀਂ ਇਸ ਦਾ ਬਾਕਸ ਟਿੱਕ ਕਰਦੇ ਹੋ, ਤਾਂ ਤੁਹਾਡਾ OTP ਅਤੇ ਵਾਊਚਰ WhatsApp ਉੱਤੇ ਆਉਂਦੇ ਹਨ, ਅਤੇ WhatsApp ਉੱਤੇ ਨਾ ਪਹੁੰਚਣ ਤਾਂ SMS ਰਾਹੀਂ। ਦੋਵਾਂ ਵਿੱਚ ਕੋਡ ਇੱਕੋ ਹੁੰਦਾ ਹੈ। ਹਿੱਸਾ ਲੈਣਾ ਇਸ ਉੱਤੇ ਨਿਰਭਰ ਨਹੀਂ।',
    ],
    [
      'ਸਿਰਫ਼ ਜੇ ਤੁਸੀਂ ਇਸ ਦਾ ਬਾਕਸ ਟਿੱਕ ਕਰਦੇ ਹੋ: ਤੁਹਾਨੂੰ OTP ਅਤੇ ਵਾਊਚਰ ਭੇਜਣ ਲਈ WhatsApp (Meta) ਨੂੰ ਤੁਹਾਡਾ ਮੋਬਾਈਲ ਨੰਬਰ ਅਤੇ ਮੈਸੇਜ ਦਾ ਟੈਕਸਟ ਮਿਲਦਾ ਹੈ, ਹੋਰ ਕੁਝ ਨਹੀਂ। ਮੈਸੇਜ ਪਹੁੰਚਿਆ ਅਤੇ ਪੜ੍ਹਿਆ ਗਿਆ ਜਾਂ ਨਹੀਂ, ਇਹ ਸਾਨੂੰ ਦੱਸਦਾ ਹੈ।',
      'ਅਸੀਂ ਰੱਖਦੇ ਹਾਂ ਕਿ ਤੁਸੀਂ ਟਿੱਕ ਕੀਤਾ, ਅਤੇ ਕਦੋਂ। ਵਾਪਸ ਲੈਣ ਲਈ ਬਿਨਾਂ ਟਿੱਕ ਸਾਈਨ ਅੱਪ ਕਰੋ, ਜਾਂ ਇਸ ਸੂਚਨਾ ਅਨੁਸਾਰ ਸਹਿਮਤੀ ਵਾਪਸ ਲਓ।',
    ],
  ),
  ta: both(
    'WhatsApp மூலம் செய்திகள்',
    [
      'இதற்கான பெட்டியை டிக் செய்தால் உங்கள் OTP, வவுச்சர் WhatsApp இல் வரும்; WhatsApp இல் வராவிட்டால் SMS மூலம் வரும். இரண்டிலும் ஒரே குறியீடுதான். பங்கேற்க இது தேவையில்லை.',
    ],
    [
      'இதற்கான பெட்டியை டிக் செய்தால் மட்டும்: OTP, வவுச்சரை அனுப்ப மட்டுமே WhatsApp (Meta) உங்கள் மொபைல் எண்ணையும் செய்தியின் உரையையும் பெறும். செய்தி வந்து சேர்ந்ததா, படிக்கப்பட்டதா என்பதை அது எங்களுக்குச் சொல்லும்.',
      'நீங்கள் டிக் செய்ததையும் எப்போது என்பதையும் வைத்திருப்போம். திரும்பப் பெற டிக் இல்லாமல் பதிவு செய்யுங்கள், அல்லது இந்த அறிவிப்பு சொல்வதுபோல் சம்மதத்தைத் திரும்பப் பெறுங்கள்.',
    ],
  ),
  te: both(
    'WhatsApp ద్వారా మెసేజ్‌లు',
    [
      'దీని బాక్స్ టిక్ చేస్తే మీ OTP, వోచర్ WhatsApp లో వస్తాయి; WhatsApp లో అందకపోతే SMS ద్వారా వస్తాయి. రెండింటిలోనూ కోడ్ ఒక్కటే. పాల్గొనడానికి ఇది అవసరం లేదు.',
    ],
    [
      'దీని బాక్స్ టిక్ చేస్తే మాత్రమే: మీకు OTP, వోచర్ పంపడానికి మాత్రమే WhatsApp (Meta) కు మీ మొబైల్ నంబర్, మెసేజ్ వివరం అందుతాయి. మెసేజ్ అందిందా, చదివారా అన్నది అది మాకు తెలుపుతుంది.',
      'మీరు టిక్ చేశారని, ఎప్పుడు చేశారో మేము ఉంచుకుంటాం. వెనక్కి తీసుకోవడానికి టిక్ లేకుండా సైన్ అప్ చేయండి, లేదా ఈ నోటీసు చెప్పినట్టు సమ్మతిని వెనక్కి తీసుకోండి.',
    ],
  ),
  ur: both(
    'WhatsApp پر میسج',
    [
      'اگر آپ اس کے خانے پر ٹک لگائیں تو آپ کا OTP اور واؤچر WhatsApp پر آتے ہیں، اور WhatsApp پر نہ پہنچیں تو SMS سے۔ دونوں میں کوڈ ایک ہی ہوتا ہے۔ حصہ لینا اس پر منحصر نہیں۔',
    ],
    [
      'صرف اگر آپ اس کے خانے پر ٹک لگائیں: آپ کو OTP اور واؤچر بھیجنے کے لیے WhatsApp (Meta) کو آپ کا موبائل نمبر اور میسج کا متن ملتا ہے، اور کسی کام کے لیے نہیں۔ میسج پہنچا اور پڑھا گیا یا نہیں، وہ ہمیں بتاتا ہے۔',
      'ہم رکھتے ہیں کہ آپ نے ٹک لگایا، اور کب۔ واپس لینے کے لیے ٹک کے بغیر سائن اپ کریں، یا اس نوٹس کے مطابق اپنی رضامندی واپس لیں۔',
    ],
  ),
};

const documentsIn = (language: string): Documents => documents[language] ?? en;

type Document = {
  title: string;
  sections: { heading: string; paragraphs: string[] }[];
};

/** Numbered as the others are. @param files of plugins, by their names without `.json` */
export function withWhatsApp<Some extends Record<'terms' | 'consentNotice', Document>>(
  own: Some,
  files: ReadonlyMap<string, unknown> | undefined,
  language: string,
): Some {
  if ((files?.get('whatsapp') ?? null) === null) return own;
  const added = documentsIn(language);
  const withSection = ({ title, sections }: Document, name: keyof Documents): Document => {
    const isNumbered = /^\d+\. /.test(sections.at(-1)?.heading ?? '');
    const { heading, paragraphs } = added[name];
    const numbered = isNumbered ? `${sections.length + 1}. ${heading}` : heading;
    return { title, sections: [...sections, { heading: numbered, paragraphs }] };
  };
  return {
    ...own,
    terms: withSection(own.terms, 'terms'),
    consentNotice: withSection(own.consentNotice, 'consentNotice'),
  };
}
