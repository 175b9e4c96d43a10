import { createTheme, type CSSVariablesResolver } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 7 },
  // Cooler than Mantine's own, whose dark grey looks brown beside the blue.
  colors: {
    dark: [
      '#d5d9df',
      '#b3bac4',
      '#8d949e',
      '#69717c',
      '#3a4049',
      '#2c3037',
      '#1d2025',
      '#16181c',
      '#101214',
      '#0b0d0f',
    ],
  },
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem' },
      h2: { fontSize: '1rem' },
      h3: { fontSize: '0.9375rem' },
    },
  },
  respectReducedMotion: true,
});

/** Mantine's own greys and red are below 4.5:1 for small text. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565d66',
    '--mantine-color-placeholder': '#666d76',
    '--mantine-color-error': '#b42318',
    '--console-page': '#f6f7f9',
    '--console-edge': '#e3e6ea',
    '--console-second': '#0b7285',
    '--console-quiet': '#8d959f',
  },
  dark: {
    '--mantine-color-dimmed': '#a2a9b3',
    '--mantine-color-placeholder': '#8d949e',
    '--mantine-color-error': '#ff8a80',
    '--console-page': '#101214',
    '--console-edge': '#2c3037',
    '--console-second': '#3bc9db',
    '--console-quiet': '#7f8791',
  },
});
