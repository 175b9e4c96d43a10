/** One accent, and quieter lines that also differ in their dashes. */
export const plotColors = {
  accent: 'var(--console-accent)',
  second: 'var(--console-second)',
  quiet: 'var(--console-quiet)',
} as const;
