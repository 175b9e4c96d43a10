import type { DefaultWords } from '../../public/words.ts';

export const home: DefaultWords['home'] = {
  name: 'નામ',
  mobile: 'મોબાઇલ નંબર',
  state: 'રાજ્ય',
  stateChoose: 'તમારું રાજ્ય પસંદ કરો',
  agree: 'મારી ઉંમર 18 વર્ષ કે તેથી વધુ છે, હું ભારતમાં રહું છું, અને મને {terms} મંજૂર છે.',
  getOtp: 'OTP મેળવો',
  trust: {
    number:
      'તમારો નંબર ફક્ત OTP અને વાઉચર મોકલવા અને એક નંબર પર એક જ ઇનામ આપવા માટે છે, જાહેરાત માટે ક્યારેય નહીં.',
    calls: 'OTP પૂછવા માટે તમને ક્યારેય કોઈ ફોન નહીં કરે. તે કોઈને ન આપો.',
    promoter: 'આ ઑફર {promoter} ની છે. કંઈ પૂછવું હોય તો {phone} પર ફોન કરો.',
    draw: 'દરેક ડ્રો કોઈ પણ ચકાસી શકે છે',
  },
  errors: {
    nameRequired: '*કૃપા કરીને તમારું નામ લખો',
    nameTooShort: '*નામમાં ઓછામાં ઓછા 3 અક્ષર હોવા જોઈએ',
    stateRequired: '*કૃપા કરીને તમારું રાજ્ય પસંદ કરો',
    mobileRequired: '*કૃપા કરીને 10 અંકનો નંબર લખો',
    mobileInvalid: '*કૃપા કરીને 10 અંકનો સાચો નંબર લખો',
    ageConsent: '*કૃપા કરીને ખાતરી આપો કે તમારી ઉંમર 18 વર્ષ કે તેથી વધુ છે',
    termsConsent: '*કૃપા કરીને નિયમો અને શરતો સાથે સંમત થાઓ',
    mobileRefused: 'આ મોબાઇલ નંબર સાચો નથી',
    nameRefused: 'આ નામ સાચું નથી',
  },
};
