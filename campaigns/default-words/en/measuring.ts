// The section on tags in the consent notice. States only what the product does and what the
// companies state about themselves.
import type { MeasuringWords } from '../../public/words.ts';

export const measuring: MeasuringWords = {
  heading: 'How the use of this site is measured',
  what: 'Once you have said Yes to the privacy notice, and never before, this site tells the companies named here when one of eight things happens: you accept the privacy notice, get the OTP, get it again, verify it, spin the wheel, open your profile, read the terms or open the contacts. We want to learn from it how well the programme and its advertisements work.',
  never:
    'What this site tells them is which of the eight it was, and in which programme: never your name, your mobile number, an OTP, a voucher or a key. As on every website they see your network address, your kind of browser and phone and the address of the page, without the values of the QR code.',
  gtag: 'Google (Google Analytics) counts visits with it, and keeps a random number in a cookie of this site for that. Its use for advertising is switched off.',
  metaPixel:
    'Meta (Facebook and Instagram) measures with it what its advertisements do, and keeps a random number in a cookie of this site for that. It may connect what it is told with your account there, and choose by it which advertisements it shows you.',
  customerData:
    'The system at {host}, which works for us, counts with it how many take which step. This site gives it no cookie and nothing that tells one person from another.',
  without:
    'It ends when you log out, when your session expires and when you close the page. If you or your browser block these companies, you take part in the same way and get the same reward.',
};
