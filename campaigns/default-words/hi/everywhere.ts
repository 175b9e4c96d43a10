// Sentences and titles that stand in several places, or in the campaign's own.
export const everywhere = {
  chooseState: '*कृपया अपना राज्य चुनें',
  scanFirst: 'भाग लेने के लिए कृपया QR कोड स्कैन करें',
  refused: 'धन्यवाद! हमारे नियम और शर्तों के अनुसार आप इस कार्यक्रम में भाग नहीं ले सकते।',
  terms: 'नियम और शर्तें',
  howTo: 'कैसे भाग लें',
};
