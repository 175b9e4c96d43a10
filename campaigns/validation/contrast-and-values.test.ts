import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, contrastMin, hue, hueDistance, mix, nearestLightness } from './contrast.ts';
import { namedAmounts, namedDates, plainText, stateFinder } from './named-values.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#595959', '#ffffff', 7],
  ['#5a5a5a', '#ffffff', 6.9],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
])('%s on %s is %f to 1', (text, background, ratio) => {
  expect(contrast(text, background)).toBeCloseTo(ratio, 1);
});

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

test('contrast is the same both ways, from 1 to 21', () => {
  fc.assert(
    fc.property(colour, colour, (left, right) => {
      const ratio = contrast(left, right);
      expect(ratio).toBe(contrast(right, left));
      expect(ratio).toBeGreaterThanOrEqual(1);
      expect(ratio).toBeLessThanOrEqual(21);
    }),
  );
});

test('a mix begins with the one colour, ends with the other, and is a colour in between', () => {
  expect(mix('#fff3dc', '#ffffff', 0.72)).toBe('#fffcf5');
  fc.assert(
    fc.property(colour, colour, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
      expect(mix(one, other, 0)).toBe(one);
      expect(mix(one, other, 1)).toBe(other);
      expect(mix(one, other, share)).toMatch(/^#[0-9a-f]{6}$/);
    }),
  );
});

test.each([
  ['#ff0000', 0],
  ['#00ff00', 120],
  ['#0000ff', 240],
  ['#ff00ff', 300],
  ['#8c1b13', 4],
  ['#777777', 0],
])('the hue of %s is %i degrees', (of, degrees) => {
  expect(Math.round(hue(of))).toBe(degrees);
});

test('hues are compared the short way round', () => {
  expect(Math.round(hueDistance('#ff0010', '#ff1000'))).toBe(8);
  expect(hueDistance('#ff0000', '#00ffff')).toBe(180);
});

test('a grey differs in hue from every colour, but not from another grey', () => {
  expect(hueDistance('#222222', '#b00020')).toBe(180);
  expect(hueDistance('#b00020', '#222222')).toBe(180);
  expect(hueDistance('#222222', '#888888')).toBe(0);
});

test.each([
  ['#8a6a50', '#ffffff', '#6c533f'],
  ['#8a6a50', '#000000', '#af8f76'],
  ['#777777', '#777777', undefined],
])('the nearest colour to %s that can be read on %s', (text, background, nearest) => {
  const isReadable = (candidate: string) => contrast(candidate, background) >= contrastMin;
  expect(nearestLightness(text, isReadable)).toBe(nearest);
});

const rupeesIn = (text: string) => namedAmounts(text).map(({ rupees }) => rupees);

test.each([
  ['Rs. 3, Rs. 5 or Rs. 10', [3, 5, 10]],
  ['Rs. 3, 5 or 10 within 10 days', [3, 5, 10]],
  ['₹5, 20, 100.', [5, 20, 100]],
  ['5, 20 and 100 rupees', [5, 20, 100]],
  ['₹3–₹10, Rs 3 to 10', [3, 10]],
  ['Rs. 10/- and 100/- only', [10, 100]],
  ['INR 1,000 or ₹10.50', [1000, 10.5]],
  ['Rs. 5 lakh, ₹2 करोड़', [500_000, 20_000_000]],
  ['₹५०, रु. ५०, ५० रुपयांचे', [50]],
  ['₹\u206650\u2069, ۵۰ روپے', [50]],
  ['৫০ টাকার, রুপি ৫', [5, 50]],
  ['ரூ. 50, ௫௦ ரூபாய்', [50]],
  ['రూ. 50, ౫౦ రూపాయలు', [50]],
  ['ರೂ. 50, ೫೦ ರೂಪಾಯಿ', [50]],
  ['രൂ. 50, ൫൦ രൂപയുടെ', [50]],
  ['ਰੁ. 50, ੫੦ ਰੁਪਏ', [50]],
  ['રૂ. 50, ૫૦ રૂપિયા', [50]],
])('%s names %j', (text, amounts) => {
  expect(new Set(rupeesIn(text))).toEqual(new Set(amounts));
});

test.each([
  'Rs. {highest}: for who is 18 or more',
  'Buy 2 ₹{packPrice} packs',
  'गिफ़्ट वाउचर 10 के रूप में',
  'a 6-digit code, 10 digits, within 10 days, valid for 1 year, Act, 1979',
  '1800 000 0000',
])('%s names no amount', (text) => {
  expect(namedAmounts(text)).toEqual([]);
});

test('a number before the sign of another amount, or an age after one, is not an amount', () => {
  expect(rupeesIn('Buy 2 Rs. 10 packs')).toEqual([10]);
  expect(rupeesIn('Rs. 10, 18 years')).toEqual([10]);
});

test.each([
  ['6 June 2025', 'en', [2025, 6, 6]],
  ['June 6, 2025', 'en', [2025, 6, 6]],
  ['the 6th of June', 'en', [0, 6, 6]],
  ['until Sep 2025', 'en', [2025, 9, 0]],
  ['06-06-2025', 'en', [2025, 6, 6]],
  ['6/6/25', 'en', [2025, 6, 6]],
  ['2025-06-06', 'en', [2025, 6, 6]],
  ['१५ सितम्बर २०२५', 'hi', [2025, 9, 15]],
  ['15 सितंबर', 'hi', [0, 9, 15]],
  ['6 May 2025', 'hi', [2025, 5, 6]],
  ['৬ জুন ২০২৫', 'bn', [2025, 6, 6]],
  ['ஜூன் 6-ஆம் தேதி', 'ta', [0, 6, 6]],
  ['6 மே 2025', 'ta', [2025, 5, 6]],
  ['2025, ജൂൺ 6', 'ml', [2025, 6, 6]],
  ['ಜೂನ್ 6, 2025', 'kn', [2025, 6, 6]],
  ['6 జూన్', 'te', [0, 6, 6]],
  ['6 જૂન', 'gu', [0, 6, 6]],
  ['6 ਜੂਨ 2025', 'pa', [2025, 6, 6]],
  ['6 मे', 'mr', [0, 5, 6]],
  ['۶ جون 2025', 'ur', [2025, 6, 6]],
])('%s in %s is a date', (text, language, [year, month, day]) => {
  expect(namedDates(text, language)).toMatchObject([{ year, month, day }]);
});

test.each([
  ['who is 18 may take part', 'en'],
  ['we may in 2025', 'en'],
  ['Act, 1979', 'en'],
  ['version 1.2.3', 'en'],
  ['18 மேற்பட்ட', 'ta'],
])('%s in %s is none', (text, language) => {
  expect(namedDates(text, language)).toEqual([]);
});

test.each([
  ['In Goa', 'Goa', 'en', true],
  ['a goal, Goal', 'Goa', 'en', false],
  ['असमर्थ', 'असम', 'hi', false],
  ['तमिळनाडूमध्ये', 'तमिळनाडू', 'mr', true],
  ['தமிழ்நாட்டில்', 'தமிழ்நாடு', 'ta', true],
  ['തമിഴ്നാട്ടിൽ', 'തമിഴ്‌നാട്', 'ml', true],
  ['ತಮಿಳುನಾಡಿನಲ್ಲಿ', 'ತಮಿಳುನಾಡು', 'kn', true],
  ['నాగాలాండ్‌లో', 'నాగాలాండ్', 'te', true],
  ['নাগাল্যান্ডে', 'নাগাল্যান্ড', 'bn', true],
])('whether %s names %s in %s: %s', (text, name, language, isNamed) => {
  expect(stateFinder(plainText(name), language)(plainText(text))).toBe(isNamed);
});
