// Builds the site as the console previews it: same sources, separate entry and folder, so that
// nothing of it reaches the shoppers' page.
import path from 'node:path';
import { buildFolder, compress } from '@inaam/web/build/build-folder.ts';
import { inputs } from '@inaam/web/build/build-web.ts';
import { languageFonts } from '@inaam/web/build/language-fonts.ts';
import { typefaceRules } from '@inaam/web/build/typeface-rules.ts';

const source = path.join(import.meta.dirname, '../web');
const dist = path.join(source, 'dist');
/** Browsers in which the console is used. */
const targets = ['chrome128', 'edge128', 'firefox128', 'safari17.5'];

export const buildPreview = (): Promise<boolean> =>
  buildFolder({
    dist,
    cache: path.join(source, '.cache'),
    inputs: [...inputs, 'plugins/preview/{*,web/*}.{ts,tsx,html}'],
    make,
  });

async function make(outDir: string): Promise<readonly string[]> {
  // Loaded late: importing them takes longer than detecting that nothing has changed.
  const [{ build }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  await build({
    configFile: false,
    root: source,
    logLevel: 'warn',
    plugins: [react(), languageFonts(), typefaceRules()],
    resolve: {
      alias: {
        'wouter/use-browser-location': path.join(source, 'memory-location.ts'),
      },
    },
    build: {
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      // The console serves its own files under /assets/.
      assetsDir: 'preview-assets',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      target: targets,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  await compress(outDir, 11);
  return [];
}
