import { expect, test } from 'vitest';
import { asciiDigits } from './ascii-digits.ts';

test.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Urdu', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Gurmukhi', '੦੧੨੩੪੫੬੭੮੯'],
  ['Gujarati', '૦૧૨૩૪૫૬૭૮૯'],
  ['Odia', '୦୧୨୩୪୫୬୭୮୯'],
  ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
  ['Telugu', '౦౧౨౩౪౫౬౭౮౯'],
  ['Kannada', '೦೧೨೩೪೫೬೭೮೯'],
  ['Malayalam', '൦൧൨൩൪൫൬൭൮൯'],
  ['Manipuri', '꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹'],
  ['Santali', '᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙'],
  ['Lepcha', '᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉'],
  ['Limbu', '᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏'],
  ['Sinhala', '෦෧෨෩෪෫෬෭෮෯'],
  ['full-width', '０１２３４５６７８９'],
])('the ten digits of %s are read', (_, digits) => {
  expect(asciiDigits(digits)).toBe('0123456789');
});

test('all else stays', () => {
  expect(asciiDigits('₹10, नाम 𝟙 x٣')).toBe('₹10, नाम 𝟙 x3');
});
