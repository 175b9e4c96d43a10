// Valid and malformed records of IP databases.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '@inaam/testing/fuzz/hostile-requests.ts';
import { ipInfoOf, createIpLookup, openIpDatabase } from './ip-info.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addresses, ipDatabaseFile } from '@inaam/testing/server/ip-database.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

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

// Looks addresses up in the real file, addresses without a place, and invalid files.

const folder = await folderOfFile();

const opened = openIpDatabase(ipDatabaseFile);
if (!('lookUp' in opened)) throw new Error(opened.problem);
const { lookUp } = opened;
const india = { country: 'India', countryCode: 'IN' };

test.each([
  [addresses.india, india],
  [`::ffff:${addresses.india}`, india],
  [`::FFFF:${addresses.india}`, india],
  [addresses.indiaBySix, india],
  [addresses.unitedStates, { country: 'United States', countryCode: 'US' }],
])('[GAM-3] %s has a place in the real file', (address, place) => {
  expect(lookUp(address)).toStrictEqual(place);
});

/** This database has a place for every address, so only a lookup that is skipped finds none. */
const everywhere = createIpLookup({ get: () => ({ country_code: 'IN' }) });

test.each([
  ['192.168.1.1', false],
  ['::ffff:192.168.1.1', false],
  ['fe80::1%eth0', false],
  ['172.32.0.1', true],
  ['::ffff:8.8.8.8', true],
])('[GAM-3] of private addresses none has a place: %s %s', (address, has) => {
  expect(everywhere(address)).toEqual(has ? india : undefined);
});

test.each([
  '',
  ' ',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  'unknown',
  '_hidden',
  '::ffff:',
  '8.8.8.8, x',
])('[GAM-3] %j is no address, and is not looked up', (address) => {
  expect(everywhere(address)).toBeUndefined();
});

test('[GAM-3] a closed connection has no address and no place', () => {
  expect(everywhere(undefined)).toBeUndefined();
});

test('[GAM-3] every input gives a place or undefined', () => {
  const six = fc.array(fc.stringMatching(/^[0-9a-f]{0,4}$/), { maxLength: 9 });
  const asked = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.ipV6(),
    six.map((parts) => parts.join(':')),
  );
  fc.assert(
    fc.property(asked, (address) => {
      expect(() => lookUp(address)).not.toThrow();
    }),
  );
});

test('[GAM-3] a damaged file gives no place and does not throw', () => {
  const damaged = createIpLookup({
    get: () => {
      throw new Error(`no record of ${addresses.india}`);
    },
  });
  expect(damaged(addresses.india)).toBeUndefined();
});

test('[GAM-3] a file that is changed in any one place opens and answers, or is refused', () => {
  const whole = readFileSync(ipDatabaseFile);
  const file = path.join(folder, 'changed.mmdb');
  // The last hundreds of eight million bytes describe the file.
  const places = fc.oneof(
    fc.integer({ min: 0, max: whole.length - 1 }),
    fc.integer({ min: whole.length - 500, max: whole.length - 1 }),
  );
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(whole);
      changed[at] = ((changed[at] ?? 0) + by) % 256;
      writeFileSync(file, changed);
      const result = openIpDatabase(file);
      if ('problem' in result) expect(result.problem).toContain('is not a complete IP database');
      else expect(() => result.lookUp(addresses.india)).not.toThrow();
    }),
    { numRuns: 25 },
  );
});

const real = readFileSync(ipDatabaseFile);
test.each([
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(4096)],
  ['text', Buffer.from('network,country_code\n1.0.0.0/24,AU\n'.repeat(40))],
  ['its first half', real.subarray(0, real.length / 2)],
  ['its second half', real.subarray(real.length / 2)],
])('[GAM-3] a file that contains %s is refused with the remedy', (name, bytes) => {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  expect(openIpDatabase(file)).toEqual({
    problem: expect.stringMatching(
      /^names a file that is not a complete IP database\. Write the path/,
    ),
  });
});

test.each([
  [path.join(folder, 'none.mmdb'), 'ENOENT'],
  [folder, 'EISDIR'],
  [`${folder}\u0000`, 'ERR_INVALID_ARG_VALUE'],
])('[GAM-3] a path that is no file is refused by its kind, without the path', (file, code) => {
  const { problem = '' } = { problem: undefined, ...openIpDatabase(file) };
  expect(problem).toContain(`names a file that cannot be read (${code}). Write the path`);
  expect(problem).not.toContain(folder);
});
