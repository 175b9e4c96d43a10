// Sentences and titles of the spec, word for word, that stand in several places or in the campaign's own.
export const verbatim = {
  selectCity: '*Please select a City',
  scanFirst: 'Please scan the QR Code to Participate',
  refused:
    'Thank you! As per our campaign Terms and Conditions, you are not allowed to participate.',
  terms: 'Terms & Conditions',
  howTo: 'How To Participate',
};
