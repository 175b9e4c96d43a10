/** One accent, and greys that can be told apart without colour: each line has a dash of its own. */
export const plotColors = {
  accent: 'var(--mantine-color-indigo-filled)',
  second: 'var(--console-second)',
  quiet: 'var(--console-quiet)',
} as const;
