/** The oldest supported version of each engine, by its name in MDN's compatibility data. */
export const supportedEngines = {
  chrome: 80,
  webview_android: 80,
  samsunginternet_android: 13,
  safari: 14,
  safari_ios: 14,
  firefox: 78,
  firefox_android: 79,
} as const;

const { chrome, safari, safari_ios: ios, firefox } = supportedEngines;

/** For the bundler. Other browsers are built on these engines. */
export const buildTargets = [
  `chrome${chrome}`,
  `safari${safari}`,
  `ios${ios}`,
  `firefox${firefox}`,
];
