// The site's screens that the console can show without a server behind them.

/** In the order in which a shopper may reach them, for people who do not know the code. */
export const previewTitles = {
  notAllowed: 'Opened without the QR code',
  starting: 'Starting on a slow network',
  failedStart: 'Cannot start',
  notStarted: 'Before the first day',
  paused: 'While it is paused',
  ended: 'After the last day',
  privacyNotice: 'Privacy notice',
  home: 'HOME',
  homeFaults: 'HOME, every field at fault',
  offline: 'HOME, offline',
  code: 'The code from the SMS',
  wheel: 'The wheel',
  errorPopup: 'The error popup',
  reward: 'Reward',
  bonus: 'What follows the reward',
  fixedReward: 'Fixed reward',
  profile: 'Profile',
  details: 'Details of the profile',
  menu: 'Menu',
  languages: 'Choice of the language',
  howTo: 'How to participate',
  terms: 'Terms and conditions',
  consentNotice: 'Consent notice',
  contact: 'Contacts',
  yourData: 'Your data and consent',
  mishap: 'An unexpected error',
} as const;

export type PreviewScreen = keyof typeof previewTitles;
const isScreen = (name: string): name is PreviewScreen => Object.hasOwn(previewTitles, name);
export const previewScreens = Object.keys(previewTitles).filter(isScreen);

export const previewSchemes = ['light', 'dark'] as const;
export type PreviewScheme = (typeof previewSchemes)[number];

/** `amount` in rupees, for `reward` and `fixedReward` only. */
export type PreviewChoice = { screen: PreviewScreen; amount?: number };

/**
 * URL of the document; the screen is in its fragment, which no server sees.
 * @param draft of a draft that was checked; null: the campaign itself
 */
export const previewAddress = (
  language: string,
  scheme: PreviewScheme,
  draft: string | null = null,
): string => `/preview/${language}/${scheme}${draft === null ? '' : `?draft=${draft}`}`;

export const previewFragment = ({ screen, amount }: PreviewChoice): string =>
  amount === undefined ? `#${screen}` : `#${screen}/${amount}`;

/** @throws if there is no such screen */
export function previewChoice(fragment: string): PreviewChoice {
  const [, name = '', amount] = /^#(\w+)(?:\/(\d+))?$/.exec(fragment) ?? [];
  if (!isScreen(name)) {
    throw new Error(`Failed to preview: there is no screen "${name}". Take one of previewScreens.`);
  }
  return amount === undefined ? { screen: name } : { screen: name, amount: Number(amount) };
}
