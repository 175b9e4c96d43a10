// Valid and malformed records of IP databases.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '@inaam/testing/fuzz/any-text.ts';
import { ipInfoOf } from './ip-info.ts';

const city = {
  continent: { code: 'AS', names: { en: 'Asia' } },
  country: { iso_code: 'IN', names: { de: 'Indien', en: 'India' }, geoname_id: 1_269_750 },
  registered_country: { iso_code: 'SG', names: { en: 'Singapore' } },
  subdivisions: [
    { iso_code: 'KA', names: { en: 'Karnataka' } },
    { iso_code: 'BLR', names: { en: 'Bengaluru Urban' } },
  ],
  city: { names: { en: 'Bengaluru', hi: 'बेंगलुरु' } },
  postal: { code: '560001' },
  location: { latitude: 12.97, longitude: 77.59 },
};
const flatCity = {
  country_code: 'IN',
  state1: 'Karnataka',
  state2: '',
  city: 'Bengaluru',
  postcode: '560001',
  latitude: 12.97,
  timezone: null,
};

test.each([
  [
    'City of MaxMind',
    city,
    {
      country: 'India',
      countryCode: 'IN',
      regionName: 'Karnataka',
      region: 'KA',
      city: 'Bengaluru',
      zip: '560001',
    },
  ],
  ['Country of MaxMind', { country: city.country }, { country: 'India', countryCode: 'IN' }],
  [
    'a country without an English name',
    { country: { iso_code: 'IN', names: { de: 'Indien' } } },
    { country: 'India', countryCode: 'IN' },
  ],
  ['a code alone', { country: { iso_code: 'IN' } }, { country: 'India', countryCode: 'IN' }],
  ['a city whose country is not known', { city: city.city }, { city: 'Bengaluru' }],
  ['a region without a code', { subdivisions: [{ names: { en: 'Goa' } }] }, { regionName: 'Goa' }],
  [
    'a flat record of a city',
    flatCity,
    {
      country: 'India',
      countryCode: 'IN',
      regionName: 'Karnataka',
      city: 'Bengaluru',
      zip: '560001',
    },
  ],
  ['a flat country', { country_code: 'in' }, { country: 'India', countryCode: 'IN' }],
  [
    'empty strings',
    { ...flatCity, state1: '', city: ' ', postcode: '' },
    { country: 'India', countryCode: 'IN' },
  ],
  ['a code that names no country', { country_code: 'XX' }, { countryCode: 'XX' }],
  [
    'one field of another kind',
    { ...city, city: 7, postal: null, subdivisions: 'Goa' },
    { country: 'India', countryCode: 'IN' },
  ],
  ['a NUL', { country_code: 'IN', city: 'a\u0000b' }, { country: 'India', countryCode: 'IN' }],
  ['a hundred characters', { city: 'x'.repeat(100) }, { city: 'x'.repeat(100) }],
])('[GAM-3] %s is read', (_, record, place) => {
  expect(ipInfoOf(record)).toStrictEqual(place);
});

test.each([
  [null],
  [undefined],
  [''],
  [[]],
  [{}],
  ['IN'],
  [{ country_code: 'ZZ' }],
  [{ country_code: '-' }],
  [{ country: {} }],
  [{ registered_country: { iso_code: 'IN', names: { en: 'India' } } }],
  [{ autonomous_system_number: 9829, autonomous_system_organization: 'Backbone' }],
  [{ city: 'x'.repeat(101) }],
])('[GAM-3] %j knows no place', (record) => {
  expect(ipInfoOf(record)).toBeUndefined();
});

test('[GAM-3] whatever a record is, its place is some of six fields, each a text that can be stored', () => {
  const fields = [
    'country',
    'country_code',
    'state1',
    'city',
    'postcode',
    'subdivisions',
    'postal',
  ];
  const value = fc.oneof(
    fc.anything(),
    anyText(),
    fc.record({ iso_code: fc.string({ maxLength: 3 }), names: fc.record({ en: fc.string() }) }),
  );
  const record = fc.dictionary(fc.constantFrom(...fields), value);
  fc.assert(
    fc.property(record, (some) => {
      const place = ipInfoOf(some) ?? {};
      expect(['country', 'countryCode', 'regionName', 'region', 'city', 'zip']).toEqual(
        expect.arrayContaining(Object.keys(place)),
      );
      for (const text of Object.values(place)) expect(text).toMatch(/^[^\0]{1,100}$/);
    }),
    { numRuns: 50 },
  );
});
