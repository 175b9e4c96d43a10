/** One accent, and quieter lines; they differ by their dashes too. */
export const plotColors = {
  accent: 'var(--mantine-color-indigo-filled)',
  second: 'var(--console-second)',
  quiet: 'var(--console-quiet)',
} as const;
