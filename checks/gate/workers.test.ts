import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../repository.ts';

test('the number of workers that the command line gives is the one of the projects', async () => {
  const { argv } = process;
  onTestFinished(() => {
    process.argv = argv;
  });
  const { href } = pathToFileURL(path.join(root, 'vitest.config.ts'));
  for (const [words, maxWorkers] of [
    [['--project=e2e', '--maxWorkers=2'], 2],
    [['--project=e2e', '--maxWorkers', '7'], 7],
    [['--project=e2e'], 4],
  ] as const) {
    process.argv = [...argv.slice(0, 2), 'run', ...words];
    const config: unknown = await import(`${href}?${words.join('')}`);
    expect(config).toMatchObject({ default: { test: { maxWorkers } } });
  }
});
