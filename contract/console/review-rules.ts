/**
 * What the review looks for: many numbers verified on one device, from one network (an address, or
 * an IPv6 /64) or within one block of a thousand numbers; or many wrong codes before the right one.
 */
export const reviewRules = ['device', 'network', 'block', 'guesses'] as const;

export type ReviewRule = (typeof reviewRules)[number];

/** `watch`: clusters are shown. `hold`: in addition, their next vouchers are held. */
export const reviewModes = ['off', 'watch', 'hold'] as const;

export type ReviewMode = (typeof reviewModes)[number];

export const reviewWindows = [1, 24, 168] as const;

/** Hours. */
export type ReviewWindow = (typeof reviewWindows)[number];

export const thresholdMax = 200;
