/** One accent, and quieter lines; they differ by their dashes too. */
export const plotColors = {
  accent: 'var(--console-accent)',
  second: 'var(--console-second)',
  quiet: 'var(--console-quiet)',
} as const;
