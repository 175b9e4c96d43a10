import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cssFallbacks, buildTargets } from './build/css-fallbacks.ts';
import { inlineAssets } from './build/inline-assets.ts';
import { languageFonts } from './build/language-fonts.ts';
import { typefaceRules } from './build/typeface-rules.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), inlineAssets(), languageFonts(), typefaceRules()],
  css: { postcss: { plugins: [cssFallbacks()] } },
  build: {
    target: buildTargets,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'older-engines/polyfills.ts', '../plugins/web.ts'],
      output: {
        // On a slow network, each file costs a round trip.
        codeSplitting: {
          groups: [
            // Excludes what only proofs of work need, which are rare.
            { name: 'vendor', test: /node_modules(?!.*hashes[\\/](?:pbkdf2|scrypt))/ },
            // Screens after HOME share the wheel's motion and sound, and the ticket with its date;
            // two forms share the code field.
            {
              name: 'app',
              minShareCount: 2,
              test: /^(?!.*(web[\\/]wheel|features[\\/]reward-ticket|public[\\/]format-date|plugins[\\/]reward|use-voucher|app[\\/]reward[\\/](?:voucher|faces|reward-part)|forms[\\/](errors[\\/]code|fields[\\/](code|read-code)|resend)))/,
            },
            { name: 'wheel', minShareCount: 2, test: /web[\\/]wheel[\\/]|reward[\\/]faces/ },
          ],
        },
      },
    },
  },
});
