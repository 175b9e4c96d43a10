// Describes the words of the road in: the page itself, the privacy notice, registration, the code.
// Holds no sentence. In a comment, `{…}` is a placeholder that the screen fills in.
import { fields, list } from './fields.ts';
import { documentOf, documentSchema, sentence } from './sentence.ts';

/** The page before anything runs. */
export const entry = fields({
  /** Title of the browser's tab. */
  pageTitle: sentence(),
  /** Where scripts are switched off. */
  scriptsNeeded: sentence(),
  /** Name of the link that jumps over the header, for keyboards and screen readers. */
  skipToContent: sentence(),
});

/** The privacy notice that opens over HOME (Spec 2, Modals). */
export const privacy = fields({
  title: sentence(),
  /** What Yes and No answer. Verbatim. */
  statement: sentence(),
  /** Leads to the consent notice; its link carries the name of `consentNotice.title`. */
  readMore: sentence(),
  yes: sentence(),
  no: sentence(),
  submit: sentence(),
  /** After No. Verbatim. */
  refused: sentence(),
});

/** HOME with the registration form. */
export const home = fields({
  headline: sentence(),
  /** What the shopper gets, under the headline. */
  promise: sentence(),
  /** Heading of the three steps. */
  stepsTitle: sentence(),
  /** How it works: three steps. */
  steps: list(
    fields({ title: sentence(), text: sentence() }),
    'Write the three steps, each with title and text.',
    3,
  ),
  /** Heading of the form. */
  formTitle: sentence(),
  name: sentence(),
  mobile: sentence(),
  /** Under the mobile field. */
  mobileHint: sentence(),
  state: sentence(),
  /** The selector's first row, nothing chosen. */
  stateChoose: sentence(),
  /** The check box `agree1`: age and terms; `{terms}` stands where the link to the terms goes. */
  agree: sentence('terms'),
  getOtp: sentence(),
  /** Under the form: dates and pack. */
  smallPrint: sentence(),
  /** Sentences at the fields (Spec 5, Registration; Spec 8, Registration errors). Verbatim. */
  errors: fields({
    nameRequired: sentence(),
    nameTooShort: sentence(),
    stateRequired: sentence(),
    mobileRequired: sentence(),
    mobileInvalid: sentence(),
    ageConsent: sentence(),
    /** Shown by the submit handler as well when the box is not ticked. */
    termsConsent: sentence(),
    /** The server answered `invalidMobile`. */
    mobileRefused: sentence(),
    /** The server answered `invalidName`. */
    nameRefused: sentence(),
  }),
});

/** The form for the code, in the registration form's place. */
export const otp = fields({
  title: sentence(),
  /** `{mobile}`: all ten digits. */
  sentTo: sentence('mobile'),
  /** The same after a reload, when the number is not at hand. */
  sent: sentence(),
  label: sentence(),
  verify: sentence(),
  resend: sentence(),
  /** While Resend is not possible. `{wait}`: a spelled time, see `longWait`. */
  resendIn: sentence('wait'),
  /** The same for screen readers, which are told it a few times only. `{wait}` as above. */
  resendWait: sentence('wait'),
  /** For screen readers when Resend becomes possible. */
  resendReady: sentence(),
  /** Toast after Resend. */
  resent: sentence(),
  /** Leads back to the form with the number. */
  changeNumber: sentence(),
  /** Sentences at the field (Spec 5, OTP; Spec 8, OTP errors). Verbatim. */
  errors: fields({
    required: sentence(),
    notSixDigits: sentence(),
    /** `invalidOtp`. */
    wrong: sentence(),
    /** `expiredOtp`. */
    expired: sentence(),
    /** `invalidData`. */
    invalidData: sentence(),
  }),
});

/** Where the shopper stands on the road. */
export const progress = fields({
  /** Name of the whole for screen readers. */
  label: sentence(),
  details: sentence(),
  code: sentence(),
  spin: sentence(),
  reward: sentence(),
  /** For screen readers. `{step}`, `{steps}`, `{name}`. */
  current: sentence('step', 'steps', 'name'),
});

/** Titles are verbatim; they are also the names of the links that open them. */
export const consentNotice = documentSchema;
export const howTo = documentSchema;
/** `{commitment}`: the SHA-256 of the draw's published document, see `commitment-words.ts`. */
export const terms = documentOf('commitment');

/** A section of the consent notice, there only where a tag is switched on. */
export const measuring = fields({
  heading: sentence(),
  /** What is told, when and why. */
  what: sentence(),
  /** What is never told, and what is seen all the same. */
  never: sentence(),
  /** Who is told, one sentence for each tag. */
  gtag: sentence(),
  metaPixel: sentence(),
  /** `{host}`: where the customer-data system is. */
  customerData: sentence('host'),
  /** How to go without, and when it ends. */
  without: sentence(),
});
