import { createTheme, type CSSVariablesResolver } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 7 },
  // Cooler than Mantine's default, whose dark grey looks brown beside the blue.
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

const filled = {
  '--mantine-color-indigo-filled': '#3145b0',
  '--mantine-color-indigo-filled-hover': '#283a98',
  '--mantine-color-red-8': '#85190f',
  '--mantine-color-red-9': '#98201a',
};

/** Mantine's defaults are below the 7:1 contrast that a phone in the sun needs. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...filled,
    '--mantine-color-dimmed': '#474e56',
    '--mantine-color-placeholder': '#50575f',
    '--mantine-color-error': '#96180f',
    '--mantine-color-anchor': '#3145b0',
    '--mantine-color-gray-7': '#3f464d',
    '--mantine-color-indigo-light-color': '#1f2d78',
    '--console-page': '#f6f7f9',
    '--console-edge': '#e3e6ea',
    '--console-accent': '#3b5bdb',
    '--console-second': '#0b7285',
    '--console-quiet': '#8d959f',
    '--console-well': '#0f5e37',
    '--console-look': '#6b4600',
    '--console-act': '#96180f',
  },
  dark: {
    ...filled,
    '--mantine-color-dimmed': '#b0b7c1',
    '--mantine-color-placeholder': '#a9b0ba',
    '--mantine-color-error': '#ff9a91',
    '--mantine-color-anchor': '#a5b8ff',
    '--mantine-color-indigo-light-color': '#d0d9ff',
    '--console-page': '#101214',
    '--console-edge': '#2c3037',
    '--console-accent': '#748ffc',
    '--console-second': '#3bc9db',
    '--console-quiet': '#7f8791',
    '--console-well': '#5fcf95',
    '--console-look': '#f2c14e',
    '--console-act': '#ff9a91',
  },
});
