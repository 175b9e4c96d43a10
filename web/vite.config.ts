// How the web app is bundled. No inline script or style may come out of it: the Content-Security-Policy allows none.
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), stylesFirst()],
  build: {
    // Phones of the last few years; older ones get the page, not the app.
    target: ['chrome111', 'safari16.4', 'firefox115'],
    assetsInlineLimit: 0,
    // One sheet: each holds up the first paint on a connection of its own, and all of them are some kB.
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

/**
 * Nothing is painted before the stylesheet is there, and no script is needed for it, for the page comes with its HOME
 * drawn: so the sheet is asked for first, and the scripts give way. The bundler would have it the other way round.
 */
function stylesFirst(): Plugin {
  return {
    name: 'styles-first',
    transformIndexHtml: {
      order: 'post',
      handler: (page) => {
        const sheets = page.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
        const others = sheets.reduce((rest, sheet) => rest.replace(sheet, ''), page);
        return others
          .replace(/ *<script type="module"/, (script) => sheets.join('') + script)
          .replaceAll(
            /<(?:script type="module"|link rel="modulepreload")/g,
            '$& fetchpriority="low"',
          );
      },
    },
  };
}
