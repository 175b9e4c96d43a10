// Messages of the server's refusals. Those that the client shows too are imported from its words.
import type { MessageWords } from '../../public/words.ts';
import { errors } from './errors.ts';
import { otp } from './otp.ts';

export const messages: MessageWords = {
  invalidName: 'કૃપા કરીને 3 થી 35 અક્ષરમાં તમારું નામ લખો.',
  invalidMobile: 'કૃપા કરીને 5, 6, 7, 8 કે 9 થી શરૂ થતો 10 અંકનો મોબાઇલ નંબર લખો.',
  emptyCity: 'કૃપા કરીને તમારા રાજ્યનું કોઈ શહેર પસંદ કરો.',
  format: 'કૃપા કરીને સાચો ઈમેલ લખો, વધુમાં વધુ 80 અક્ષરનો.',
  invalidAge:
    'કૃપા કરીને {minAge} થી 120 વચ્ચેની ઉંમર લખો: ભાગ લેવા માટે ઉંમર {minAge} વર્ષ કે તેથી વધુ હોવી જોઈએ.',
  invalidGender: 'કૃપા કરીને આપેલા વિકલ્પોમાંથી લિંગ પસંદ કરો.',
  invalidData: 'કૃપા કરીને તમારી વિગતો તપાસો અને ફરી પ્રયાસ કરો.',
  participationLimit: 'આ મોબાઇલ નંબર પર ઇનામ પહેલેથી લેવાઈ ગયું છે. તેનું વાઉચર SMS થી આવી રહ્યું છે.',
  tryAgain: 'કૃપા કરીને {wait} રાહ જુઓ અને ફરી પ્રયાસ કરો.',
  invalidOtp: otp.errors.wrong,
  expiredOtp: otp.errors.expired,
  invalidUser: 'આ મોબાઇલ નંબરથી તમે ભાગ લઈ શકતા નથી. કૃપા કરીને {email} પર લખો.',
  pacedOut: 'આજનાં બધાં ઇનામ નીકળી ગયાં છે. તમારું ઇનામ તમારા માટે રાખ્યું છે. કૃપા કરીને {wait} પછી ફરી આવો.',
  guarded:
    'તમારા નંબરની સુરક્ષા માટે અમે હજી એક OTP માગીએ છીએ. કૃપા કરીને {wait} પછી “OTP ફરી મોકલો” દબાવો અને નવો OTP લખો.',
  consentMissing: 'કૃપા કરીને પહેલાં ગોપનીયતા સૂચનાનો જવાબ આપો.',
  stateUnknown: 'કૃપા કરીને યાદીમાંથી તમારું રાજ્ય પસંદ કરો.',
  nothingPending: 'કૃપા કરીને પહેલાં નવો OTP મગાવો.',
  sessionExpired: errors.sessionExpired,
  notStarted: 'ઑફર હજી શરૂ થઈ નથી. તે {from} થી {to} સુધી ચાલશે.',
  ended: 'ઑફર પૂરી થઈ ગઈ છે. તે {from} થી {to} સુધી ચાલી.',
  paused: 'ઑફર થોડા સમય માટે થોભાવી છે. જે તમારું છે તે તમારું જ રહેશે: કૃપા કરીને પછી આવીને ફરી પ્રયાસ કરો.',
  endedOrFull:
    'ઑફર પૂરી થઈ ગઈ છે. તે {from} થી દરેક ઇનામ કોઈના નામે થઈ જાય ત્યાં સુધી ખુલ્લી હતી, વધુમાં વધુ {to} સુધી.',
  notPublished:
    'હજી પ્રકાશિત થયું નથી: ગુપ્ત સંખ્યા અને બધાં ઇનામોની યાદી ઑફર પૂરી થયા પછી, જ્યારે કોઈ ઇનામ લઈ શકાય નહીં ત્યારે, પ્રકાશિત થશે.',
  tooLarge: 'એકસાથે ઘણું વધારે મોકલાયું. કૃપા કરીને તમારી વિગતો તપાસીને ફરી પ્રયાસ કરો.',
  wrongType: 'અમે આ વાંચી શક્યા નહીં. કૃપા કરીને પેજ ફરી ખોલો અને વધુ એક વાર પ્રયાસ કરો.',
  notFound: 'આ અમને મળ્યું નહીં. કૃપા કરીને પેજ ફરી ખોલો.',
  wrongMethod: 'અહીં આવું થઈ શકતું નથી. કૃપા કરીને પેજ ફરી ખોલો.',
  unavailable: 'અત્યારે સાઇટ પર ઘણી ભીડ છે. કૃપા કરીને થોડી વારમાં ફરી પ્રયાસ કરો.',
  serverError: errors.generic,
};
