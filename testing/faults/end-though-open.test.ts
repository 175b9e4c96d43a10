import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const module = path.join(import.meta.dirname, 'end-though-open.ts');

test('a command that has done its work ends although a socket is open, and says so', async () => {
  const command = `
    import { createServer } from 'node:net';
    import { endThoughOpen } from ${JSON.stringify(module)};
    createServer().listen(0, '127.0.0.1');
    process.exitCode = 3;
    endThoughOpen(10);`;
  const words = ['--input-type=module', '--eval', command];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  expect(await text(child.stderr)).toContain('still open: TCPServerWrap');
  expect(await ended).toEqual([3, null]);
});
