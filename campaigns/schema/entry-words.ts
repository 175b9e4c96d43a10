// From entry to the code: page, privacy notice, registration, code. `{…}` in a comment is a
// placeholder that the screen fills in.
import { fields, list } from './fields.ts';
import { documentOf, documentSchema, linesOf, sentence } from './sentence.ts';

/** The page before scripts run. */
export const entry = fields({
  /** The brand in the header: text, not a picture. */
  brand: sentence(),
  pageTitle: sentence(),
  scriptsNeeded: sentence(),
  /** If the browser is too old for the app. */
  cannotStart: sentence(),
  skipToContent: sentence(),
});

/** The privacy notice that opens over HOME (Spec 2, Modals). */
export const privacy = fields({
  title: sentence(),
  /** The statement that Yes and No answer. Verbatim. */
  statement: sentence(),
  /** Below the statement: why it is needed. */
  statementReason: sentence(),
  /** Opens the consent notice; the link is named `consentNotice.title`. */
  readMore: sentence(),
  yes: sentence(),
  no: sentence(),
  submit: sentence(),
  /** After No. Verbatim. */
  refused: sentence(),
});

export const home = fields({
  headline: sentence(),
  /** Below the headline: what the shopper gets. */
  promise: sentence(),
  /** If the last day was moved: `{to}` is the new one. */
  endsEarlier: sentence(),
  endsLater: sentence(),
  stepsTitle: sentence(),
  steps: list(
    fields({ title: sentence(), text: sentence() }),
    'Write the three steps, each with title and text.',
    { min: 3, max: 3 },
  ),
  formTitle: sentence(),
  name: sentence(),
  mobile: sentence(),
  /** Below the mobile field. */
  mobileHint: sentence(),
  state: sentence(),
  /** The selector's first row, for no choice. */
  stateChoose: sentence(),
  /** Check box `agree1`: age and terms; the link replaces `{terms}`. */
  agree: sentence('terms'),
  getOtp: sentence(),
  /** Once a state with a fixed reward is chosen; also the title of the last step. */
  fixedNote: sentence('state', 'amount'),
  fixedStep: sentence('amount'),
  /** Below the button that submits the number: why it is safe. */
  trust: fields({
    free: sentence(),
    number: sentence(),
    calls: sentence(),
    promoter: sentence(),
    /** The name of a link to the page on how the draw is fair. */
    draw: sentence(),
  }),
  /** Below the form: dates, pack, and how often a number takes part. */
  smallPrint: linesOf(),
  /** Field errors (Spec 5, Registration; Spec 8, Registration errors). Verbatim. */
  errors: fields({
    nameRequired: sentence(),
    nameTooShort: sentence(),
    stateRequired: sentence(),
    mobileRequired: sentence(),
    mobileInvalid: sentence(),
    ageConsent: sentence(),
    /** Also on submit while the box is not ticked. */
    termsConsent: sentence(),
    /** The server answered `invalidMobile`. */
    mobileRefused: sentence(),
    /** The server answered `invalidName`. */
    nameRefused: sentence(),
  }),
});

export const otp = fields({
  title: sentence(),
  /** `{mobile}`: all ten digits. */
  sentTo: sentence('mobile'),
  /** After a reload, when the number is unknown. */
  sent: sentence(),
  /** While Resend is far away: strangers may have requested codes before. */
  newest: sentence(),
  label: sentence(),
  verify: sentence(),
  resend: sentence(),
  /** While Resend is disabled. `{wait}`: a formatted time, see `formatWait`. */
  resendIn: sentence('wait'),
  /** For screen readers, announced only a few times. */
  resendWait: sentence('wait'),
  /** Screen reader announcement that Resend is enabled. */
  resendReady: sentence(),
  resent: sentence(),
  /** Below Resend, unless the server gives a reason. */
  resendFailed: sentence(),
  changeNumber: sentence(),
  /** Field errors (Spec 5, OTP; Spec 8, OTP errors). Verbatim, except for the last two. */
  errors: fields({
    required: sentence(),
    notSixDigits: sentence(),
    wrong: sentence(),
    expired: sentence(),
    invalidData: sentence(),
    /** Instead of `sentTo` if the newest code is for another device; `noneHere` follows it. */
    elsewhere: sentence(),
    /** In that case also instead of `expired`. */
    noneHere: sentence(),
  }),
});

export const progress = fields({
  /** Accessible name. */
  label: sentence(),
  details: sentence(),
  code: sentence(),
  spin: sentence(),
  reward: sentence(),
  /** For screen readers. `{step}`, `{steps}`, `{name}`. */
  current: sentence('step', 'steps', 'name'),
});

/** Titles are verbatim and also name the links that open them. */
export const consentNotice = documentSchema;
export const howTo = documentSchema;
/** `{commitment}`: SHA-256 of the draw's published document, see `commitment-words.ts`. */
export const terms = documentOf('commitment');

/** A section of the consent notice, only if a tag is enabled. */
export const measuring = fields({
  heading: sentence(),
  /** What is reported, when and why. */
  what: sentence(),
  /** What is never reported, and what companies see anyway. */
  never: sentence(),
  /** The recipients, one sentence per tag. */
  gtag: sentence(),
  metaPixel: sentence(),
  /** `{host}`: of the customer-data system. */
  customerData: sentence('host'),
  /** How to refuse, and when measuring ends. */
  without: sentence(),
});
