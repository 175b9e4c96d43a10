// `npm run docs`: the documents as a site with search, by VitePress.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { runNamed } from '@inaam/runtime/run-named.ts';

const vitepress = path.join(import.meta.dirname, 'node_modules/vitepress/bin/vitepress.js');

async function run(command: string): Promise<void> {
  const { status } = spawnSync(process.execPath, [vitepress, command, import.meta.dirname], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

await runNamed('task', {
  build: {
    says: 'builds the site into .cache/docs, for any web server',
    packages: 'docs/site',
    run: () => run('build'),
  },
  dev: { says: 'serves it while you write', packages: 'docs/site', run: () => run('dev') },
});
