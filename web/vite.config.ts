// How the web app is bundled. No inline script or style may come out of it: the Content-Security-Policy allows none.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    // Phones of the last few years; older ones get the page, not the app.
    target: ['chrome111', 'safari16.4', 'firefox115'],
    assetsInlineLimit: 0,
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
