import type { DefaultWords } from '../../public/words.ts';
import { closed } from './closed.ts';
import { consentNotice } from './consent-notice.ts';
import { contact } from './contact.ts';
import { demo } from './demo.ts';
import { editProfile } from './edit-profile.ts';
import { entry } from './entry.ts';
import { errors } from './errors.ts';
import { fairDraw } from './fair-draw.ts';
import { home } from './home.ts';
import { howTo } from './how-to.ts';
import { loader } from './loader.ts';
import { measuring } from './measuring.ts';
import { menu } from './menu.ts';
import { messages } from './messages.ts';
import { notAllowed } from './not-allowed.ts';
import { otp } from './otp.ts';
import { privacy } from './privacy.ts';
import { profile } from './profile.ts';
import { progress } from './progress.ts';
import { reward } from './reward.ts';
import { states } from './states.ts';
import { terms } from './terms.ts';
import { wheel } from './wheel.ts';
import { yourData } from './your-data.ts';

export const words: DefaultWords = {
  entry,
  privacy,
  home,
  otp,
  progress,
  wheel,
  reward,
  profile,
  editProfile,
  menu,
  terms,
  fairDraw,
  consentNotice,
  measuring,
  howTo,
  contact,
  yourData,
  notAllowed,
  closed,
  errors,
  loader,
  messages,
  states,
  demo,
};
