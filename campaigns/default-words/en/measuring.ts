// The section on tags in the consent notice. States only what the product does and what the
// companies state about themselves.
import type { MeasuringWords } from '../../public/words.ts';

export const measuring: MeasuringWords = {
  heading: 'How the use of this site is measured',
  what: 'Once you have said Yes to the privacy notice, and never before, this site tells the companies named here when one of eight things happens: you accept the privacy notice, get the OTP, get it again, verify it, spin the wheel, open your profile, read the terms or open the contacts. This shows us how well the programme and its advertisements work.',
  never:
    'This site tells them only which of the eight it was, and in which programme. It never tells them your name, your mobile number, an OTP, a voucher or a key. As on any website, they see your network address, the kind of browser and phone you use, and the address of the page without the details of the QR code.',
  gtag: 'Google (Google Analytics) uses this to count visits, and keeps a random number in a cookie of this site to do so. Its use for advertising is switched off.',
  metaPixel:
    'Meta (Facebook and Instagram) uses this to measure how its advertisements work, and keeps a random number in a cookie of this site to do so. It may link what it is told with your account there, and use it to choose the advertisements it shows you.',
  customerData:
    'The system at {host}, which works for us, uses this to count how many people take each step. This site gives it no cookie and nothing that tells one person from another.',
  without:
    'This stops when you log out, when your session expires and when you close the page. If you or your browser block these companies, you can still take part in the same way and get the same reward.',
};
