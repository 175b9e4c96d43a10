import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Browsers that update themselves: the console is no shopper's page. */
const buildTargets = ['chrome128', 'edge128', 'firefox128', 'safari17.5'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: buildTargets,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
});
