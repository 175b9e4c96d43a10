// The rest of the app: wheel, rewards, profile, menu, overlays. `{…}` in a comment is a placeholder
// that the screen fills in.
import { fields } from './fields.ts';
import { sentence } from './sentence.ts';

export const wheel = fields({
  title: sentence(),
  hint: sentence(),
  /** The chance of each amount; a link to the draw's page. */
  odds: sentence(),
  /** Instead of the hint after a failed spin. */
  failed: sentence(),
  play: sentence(),
  /** PLAY's accessible name while the wheel spins. */
  spinning: sentence(),
  /** On a segment of the wheel. */
  face: sentence('amount'),
  /** Describes the wheel to screen readers. */
  description: sentence(),
  /** Announced when the wheel has stopped. */
  outcome: sentence('amount'),
  /** Name of the toggle that turns the sound off. */
  mute: sentence(),
  /** Replaces the wheel while a fixed reward is requested. */
  fixedTitle: sentence(),
  /** After that request failed. */
  fixedFailed: sentence(),
  tryAgain: sentence(),
});

export const reward = fields({
  congratulations: sentence(),
  won: sentence('amount'),
  /** While nothing is known of the voucher. */
  voucher: sentence(),
  validity: sentence(),
  /** Where it is used, and that it is no cash. */
  redeem: sentence('amount'),
  /** Only on the shopper's own screen; `digits`: the last four of the number. */
  owner: sentence('name', 'digits'),
  /** What to do with it. */
  keep: sentence(),
  save: sentence(),
  share: sentence(),
  /** Shared with other people, with the site's address: nothing about the person. */
  shareText: sentence('amount'),
  copied: sentence(),
  /** Also where a browser inside another app saves nothing, and does not say so. */
  saved: sentence(),
  notSaved: sentence(),
  /** The next step below a reward just won: for others, whose number has none. */
  next: sentence(),
  /** Saves a calendar's event on the voucher's last day, titled `reminder`. */
  remind: sentence(),
  reminder: sentence('amount'),
  reminded: sentence(),
  /** If the reward is fixed. */
  fixedNote: sentence('amount', 'state'),
  thanks: sentence(),
  /** At the form on a later visit, where the state of the voucher is not known. */
  alreadyThere: sentence('mobile', 'amount'),
  /** The one sentence on the voucher, wherever it is told (`voucher-sentence.ts`). */
  voucherStates: fields({
    /** `{date}`: the last day on which it may arrive. */
    owed: sentence('date'),
    /** That day has passed. */
    late: sentence('date'),
    /** Handed over; its arrival is unknown. */
    sent: sentence(),
    /** Only after the provider's receipt. */
    delivered: sentence(),
    /** The SMS failed: says how to request it. */
    failed: sentence(),
    /** The promoter has settled it in another way than by SMS. */
    settled: sentence(),
    /** The promoter does not send it: says how to inquire, and blames nobody. */
    notSent: sentence(),
  }),
});

/** Where a reward may get a bonus. */
export const bonus = fields({
  /** On the ticket, in place of `reward.redeem`. */
  both: sentence('amount', 'bonus'),
  /** On the profile, with the state of its voucher. */
  line: sentence('bonus'),
});

/** Its other buttons are named by the titles of what they open. */
export const profile = fields({
  title: sentence(),
  name: sentence(),
  mobile: sentence(),
  reward: sentence(),
  /** The way of the voucher; `reward.validity` follows. */
  steps: fields({
    verified: sentence(),
    confirmed: sentence(),
    sent: sentence(),
    delivered: sentence(),
  }),
  /** For a name or number that is not stored. */
  notGiven: sentence(),
  back: sentence(),
  logout: sentence(),
});

export const editProfile = fields({
  /** Also the button that opens it. Verbatim. */
  title: sentence(),
  name: sentence(),
  state: sentence(),
  stateChoose: sentence(),
  city: sentence(),
  cityChoose: sentence(),
  /** At the city field if the cities of the chosen state failed to load. */
  citiesFailed: sentence(),
  /** Replaces the city field while no state is chosen. */
  cityNeedsState: sentence(),
  email: sentence(),
  /** Next to the label of an optional field. */
  optional: sentence(),
  gender: sentence(),
  /** `others` is shown as 'Prefer not to say' (Spec 3). */
  genders: fields({ male: sentence(), female: sentence(), others: sentence() }),
  age: sentence(),
  save: sentence(),
  back: sentence(),
  saved: sentence(),
  /** Replaces the form if the stored details failed to load. */
  fetchFailed: sentence(),
  /** Field errors (Spec 5, Profile edit; Spec 8, Profile edit errors). Verbatim. */
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

/** Menu icon and side menu; its entries are named by the titles of what they open. */
export const menu = fields({
  /** The icon's name on pages with the side menu. */
  open: sentence(),
  close: sentence(),
  label: sentence(),
  /** Name of the language selector, if there are more than two. */
  language: sentence(),
});

export const contact = fields({
  /** Also the link that opens it. Verbatim. */
  title: sentence(),
  intro: sentence(),
  emailLabel: sentence(),
  phoneLabel: sentence(),
});

/** Withdrawal of consent and erasure (docs/decisions/0024). */
export const yourData = fields({
  /** Also the links that open it. The consent notice names it. */
  title: sentence(),
  intro: sentence(),
  deletedTitle: sentence(),
  deleted: sentence(),
  keptTitle: sentence(),
  /** What stays stored, and why. */
  kept: sentence(),
  rewardTitle: sentence(),
  /** What happens to a reward that was not claimed yet. */
  rewardOpen: sentence(),
  voucherSent: sentence(),
  /** The choice while a voucher is owed: wait for it, or give it up. */
  voucherOwed: sentence(),
  sendFirst: sentence(),
  giveUp: sentence(),
  /** Why shoppers without a session get a code. */
  proof: sentence(),
  /** Without the QR code's values the server cannot be called. */
  scanFirst: sentence(),
  /** A check box: strangers may have requested codes. */
  stopCodes: sentence(),
  confirm: sentence(),
  /** Afterwards: everything is deleted, or will be once the voucher is sent. */
  erased: sentence(),
  erasedLater: sentence(),
  /** The button that then closes it. */
  finish: sentence(),
});

export const notAllowed = fields({
  /** Verbatim. */
  message: sentence(),
  hint: sentence(),
});

/** The loader fills in `{from}` and `{to}`. */
export const closed = fields({
  notStartedTitle: sentence(),
  notStarted: sentence(),
  endedTitle: sentence(),
  ended: sentence(),
  /** After the end and during a pause, for shoppers who await a voucher. */
  endedVoucher: sentence(),
  /** While the promoter has paused the programme. */
  pausedTitle: sentence(),
  paused: sentence(),
});

/** The full-screen loader (Spec 2). Verbatim, except for `busy`. */
export const loader = fields({
  startingSession: sentence(),
  loading: sentence(),
  verifyingOtp: sentence(),
  resendingOtp: sentence(),
  gettingStates: sentence(),
  savingDetails: sentence(),
  fetchingDetails: sentence(),
  /** While the server is overloaded: replaces all of them, and the wheel's hint. */
  busy: sentence(),
});

/** Only in a demonstration. */
export const demo = fields({
  /** `{date}`: formatted, from the campaign's clock. */
  clock: sentence('date'),
  phoneTitle: sentence(),
  phoneEmpty: sentence(),
});
