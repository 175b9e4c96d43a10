// Describes the words of the rest of the app: wheel, rewards, profile, menu, overlays. Holds no
// sentence. In a comment, `{…}` is a placeholder that the screen fills in.
import { fields } from './fields.ts';
import { sentence } from './sentence.ts';

/** The wheel. */
export const wheel = fields({
  title: sentence(),
  hint: sentence(),
  play: sentence(),
  /** PLAY's name for screen readers while the wheel turns. */
  spinning: sentence(),
  /** On a face of the wheel. `{amount}`. */
  face: sentence('amount'),
  /** The wheel described to a screen reader. `{amounts}`: a spelled list, `3, 5 and 10`. */
  description: sentence('amounts'),
  /** Announced when the wheel has stopped. `{amount}`. */
  outcome: sentence('amount'),
  /** Name of the switch that takes the sound away; pressed, there is none. */
  mute: sentence(),
  /** Instead of a wheel where the reward is fixed, while it is asked for. */
  fixedTitle: sentence(),
  /** The same when asking has failed. */
  fixedFailed: sentence(),
  tryAgain: sentence(),
});

/** The three reward screens. */
export const reward = fields({
  congratulations: sentence(),
  /** `{amount}`. */
  won: sentence('amount'),
  /** The voucher comes by SMS within 10 days. */
  voucher: sentence(),
  /** It is valid for 1 year. */
  validity: sentence(),
  /** Only where the reward is fixed. `{amount}`, `{state}`. */
  fixedNote: sentence('amount', 'state'),
  thanks: sentence(),
});

/**
 * PROFILE. Its other buttons are named by `editProfile.title`, `terms.title` and `contact.title`.
 */
export const profile = fields({
  title: sentence(),
  name: sentence(),
  mobile: sentence(),
  /** In place of a name or number that is not stored. */
  notGiven: sentence(),
  back: sentence(),
  logout: sentence(),
});

/** EDITPROFILE. */
export const editProfile = fields({
  /** Also the button that leads here. Verbatim. */
  title: sentence(),
  name: sentence(),
  state: sentence(),
  stateChoose: sentence(),
  city: sentence(),
  cityChoose: sentence(),
  /** At the city when the cities of the chosen state could not be had. */
  citiesFailed: sentence(),
  /** In the city's place while no state is chosen. */
  cityNeedsState: sentence(),
  email: sentence(),
  /** Beside the label of a field that may stay empty. */
  optional: sentence(),
  gender: sentence(),
  /** `others` is shown as 'Prefer not to say' (Spec 3). */
  genders: fields({ male: sentence(), female: sentence(), others: sentence() }),
  age: sentence(),
  save: sentence(),
  back: sentence(),
  /** Toast after Save. */
  saved: sentence(),
  /** In the form's place when the stored details could not be had. */
  fetchFailed: sentence(),
  /** Sentences at the fields (Spec 5, Profile edit; Spec 8, Profile edit errors). Verbatim. */
  errors: fields({
    nameInvalid: sentence(),
    stateRequired: sentence(),
    cityRequired: sentence(),
    emailInvalid: sentence(),
    /** Too long, or the server answered `format`. */
    emailRefused: sentence(),
    genderRequired: sentence(),
    ageRequired: sentence(),
    ageInvalid: sentence(),
    /** The server answered `invalidName`. */
    nameRefused: sentence(),
    /** The server refused without a message. */
    other: sentence(),
  }),
});

/** The menu icon and the side menu; its entries are named by `terms.title` and `contact.title`. */
export const menu = fields({
  /** Name of the icon on pages with the side menu. */
  open: sentence(),
  /** Closes the side menu and every dialog. */
  close: sentence(),
  /** Name of the side menu for screen readers. */
  label: sentence(),
  /** Name of the selector of the language, where there are more than two. */
  language: sentence(),
});

/** Contact Us. Address and number are the campaign's, as links. */
export const contact = fields({
  /** Also the link that opens it. Verbatim. */
  title: sentence(),
  intro: sentence(),
  emailLabel: sentence(),
  phoneLabel: sentence(),
});

/** NOTALLOWED. */
export const notAllowed = fields({
  /** Verbatim. */
  message: sentence(),
  hint: sentence(),
});

/** The closed page; `{from}` and `{to}` are filled in by the loader. */
export const closed = fields({
  notStartedTitle: sentence(),
  notStarted: sentence(),
  endedTitle: sentence(),
  ended: sentence(),
  /** After the end, for those who wait for a voucher. */
  endedVoucher: sentence(),
});

/** The full-screen loader (Spec 2). Verbatim. */
export const loader = fields({
  startingSession: sentence(),
  loading: sentence(),
  verifyingOtp: sentence(),
  resendingOtp: sentence(),
  gettingStates: sentence(),
  savingDetails: sentence(),
  fetchingDetails: sentence(),
});

/** On the page of a demonstration only. */
export const demo = fields({
  /** `{date}`: the campaign's clock; spelled. */
  clock: sentence('date'),
  phoneTitle: sentence(),
  phoneEmpty: sentence(),
});
