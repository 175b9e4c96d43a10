// The site's screens that the console can show without a server behind them.

/** In the order in which a shopper may reach them. */
export const previewScreens = [
  'notAllowed',
  'starting',
  'failedStart',
  'notStarted',
  'paused',
  'ended',
  'privacyNotice',
  'home',
  'homeFaults',
  'offline',
  'code',
  'wheel',
  'errorPopup',
  'reward',
  'question',
  'fixedReward',
  'profile',
  'details',
  'menu',
  'languages',
  'howTo',
  'terms',
  'consentNotice',
  'contact',
  'yourData',
  'mishap',
] as const;

export type PreviewScreen = (typeof previewScreens)[number];

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
  const screen = previewScreens.find((one) => one === name);
  if (screen === undefined) {
    throw new Error(`Failed to preview: there is no screen "${name}". Take one of previewScreens.`);
  }
  return amount === undefined ? { screen } : { screen, amount: Number(amount) };
}
