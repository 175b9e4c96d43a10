import { createTheme, type CSSVariablesResolver } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 7 },
  // Cooler than Mantine's default, whose dark grey looks brown beside the blue.
  colors: {
    dark: [
      '#dfe3e9',
      '#b3bac4',
      '#8d949e',
      '#69717c',
      '#3a4049',
      '#2c3037',
      '#1c1f25',
      '#16181c',
      '#101214',
      '#0b0d0f',
    ],
  },
  black: '#14171c',
  defaultRadius: 'md',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  // Indian scripts come from the system.
  fontFamily: '"Geist Variable", system-ui, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.875rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  components: {
    Paper: { defaultProps: { radius: 'lg' } },
    Modal: { defaultProps: { radius: 'lg' } },
    // Sentence case, as everywhere.
    Badge: { defaultProps: { radius: 'sm', tt: 'none', fw: 600 } },
    Button: { defaultProps: { fw: 550 } },
  },
});

const filled = {
  '--mantine-color-indigo-filled': '#3145b0',
  '--mantine-color-indigo-filled-hover': '#283a98',
  '--mantine-color-red-8': '#85190f',
  '--mantine-color-red-9': '#98201a',
};

/** Mantine's defaults are below the 7:1 contrast that a phone in the sun needs. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {
    '--console-page': 'light-dark(#f6f7f9, #101214)',
    '--console-edge': 'light-dark(#e2e5ea, #2a2e35)',
    '--console-raised': 'light-dark(#eef0f3, #23262c)',
    '--console-accent': 'light-dark(#3b5bdb, #748ffc)',
    '--console-second': 'light-dark(#0b7285, #3bc9db)',
    '--console-quiet': 'light-dark(#8d959f, #7f8791)',
    '--console-before': 'light-dark(#c9cdd3, #4a5059)',
    '--console-unfinished': 'light-dark(#c3cef6, #3f4f94)',
    '--console-well': 'light-dark(#0f5e37, #5fcf95)',
    '--console-look': 'light-dark(#6b4600, #f2c14e)',
    '--console-act': 'light-dark(#96180f, #ff9a91)',
  },
  light: {
    ...filled,
    '--mantine-color-dimmed': '#474e56',
    '--mantine-color-placeholder': '#50575f',
    '--mantine-color-error': '#96180f',
    '--mantine-color-anchor': '#3145b0',
    '--mantine-color-gray-7': '#3f464d',
    '--mantine-color-indigo-light-color': '#1f2d78',
  },
  dark: {
    ...filled,
    '--mantine-color-dimmed': '#b0b7c1',
    '--mantine-color-placeholder': '#a9b0ba',
    '--mantine-color-error': '#ff9a91',
    '--mantine-color-anchor': '#a5b8ff',
    '--mantine-color-indigo-light-color': '#d0d9ff',
  },
});
