import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineAssets } from './build/inline-assets.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), inlineAssets()],
  build: {
    // Phones of the last few years; older ones get the page without the app.
    target: ['chrome111', 'safari16.4', 'firefox115'],
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Each file costs a slow network a round trip.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules/ },
            { name: 'app', minShareCount: 2 },
          ],
        },
      },
    },
  },
});
