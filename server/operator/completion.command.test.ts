// The script is run by the shell itself, as after a press of Tab.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';

const run = promisify(execFile);

async function completed(...typed: string[]): Promise<string[]> {
  const { output } = await runOperatorInProcess(['completion', 'bash']);
  const words = ['inaam', ...typed].map((word) => `'${word}'`).join(' ');
  const press = `COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _inaam; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', `${output}\n${press}`]);
  return stdout.split('\n').filter(Boolean);
}

test('commands, the commands of a group, options and choices are completed', async () => {
  expect(await completed('rep')).toEqual(['report']);
  expect(await completed('number', 'un')).toEqual(['unlock', 'unblock']);
  expect(await completed('report', '--b')).toEqual(['--by']);
  expect(await completed('report', '--csv', '--by', '')).toEqual(['day', 'state', 'source']);
  expect(await completed('report', '--by', 'state', '--c')).toEqual(['--csv']);
  expect(await completed('export', 're')).toEqual(['rewards']);
  expect(await completed('completion', '')).toEqual(
    expect.arrayContaining(['bash', 'zsh', 'fish']),
  );
});

test('every command that the help lists is there', async () => {
  const { output } = await runOperatorInProcess(['--help']);
  const [, commands = ''] = /Commands:\n([\s\S]*?)\n\n/.exec(output) ?? [];
  const listed = [...commands.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
  const offered = await completed('');
  expect(listed.length).toBeGreaterThan(10);
  const own = listed.filter((name) => name !== 'help');
  for (const name of own) expect(offered).toContain(name);
});

test.each(['bash', 'zsh', 'fish'])('%s: a script, and no other shell', async (shell) => {
  const { exit, output } = await runOperatorInProcess(['completion', shell]);
  expect(exit).toBe(0);
  expect(output).toContain('server/main/operator.ts');
  expect((await runOperatorInProcess(['completion', 'tcsh'])).exit).toBe(2);
});
