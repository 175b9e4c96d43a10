/** Features that supported engines may lack, added by polyfills.ts. */
export const polyfilled = [
  { owner: Array.prototype, name: 'at' },
  { owner: Array.prototype, name: 'toSorted' },
  { owner: Array.prototype, name: 'toReversed' },
  { owner: String.prototype, name: 'at' },
  { owner: String.prototype, name: 'replaceAll' },
  { owner: Object, name: 'hasOwn' },
  { owner: AbortSignal, name: 'timeout' },
] as const;
