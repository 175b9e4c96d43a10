// How the web app is bundled. What stands inline in the page is allowed by its hash alone: an attribute can't be.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineAssets } from './build/inline-assets.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), inlineAssets()],
  build: {
    // Phones of the last few years; older ones get the page, not the app.
    target: ['chrome111', 'safari16.4', 'firefox115'],
    assetsInlineLimit: 0,
    // One sheet, for the page holds it: all of them are some kB.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files: each costs a slow network a round trip. What only a later screen needs stays with that screen.
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
