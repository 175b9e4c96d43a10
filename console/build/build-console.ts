// `npm run build`. Skipped if the inputs have not changed.
import path from 'node:path';
import { pluginBuilds } from '@inaam/plugins/builds.ts';
import { buildFolder, compress } from '@inaam/web/build/build-folder.ts';

const consoleFolder = path.resolve(import.meta.dirname, '..');
const dist = path.join(consoleFolder, 'dist');

const inputs = [
  'console/**/*.{ts,tsx,css,html,svg}',
  'contract/**/*.ts',
  'plugins/{*,*/contract}.ts',
  'plugins/*/console/**/*.{ts,tsx,css}',
];

export type ConsoleBuild = { folder: string; isNew: boolean };

export async function buildConsole(): Promise<ConsoleBuild> {
  const cache = path.join(consoleFolder, '.cache');
  const [isNew] = await Promise.all([
    buildFolder({ dist, cache, inputs, make }),
    ...pluginBuilds.map((build) => build()),
  ]);
  return { folder: dist, isNew };
}

async function make(outDir: string): Promise<readonly string[]> {
  // Loaded late: importing it takes longer than detecting that nothing has changed.
  const { build } = await import('vite');
  await build({
    configFile: path.join(consoleFolder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  await compress(outDir, 9);
  return [];
}

// `import.meta.main` is false here: runtime/run.mjs imports this program.
if (process.argv[1] === import.meta.filename) {
  const { isNew } = await buildConsole();
  process.stdout.write(`Console ${isNew ? 'built' : 'is up to date'}.\n`);
}
