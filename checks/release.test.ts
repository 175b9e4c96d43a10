import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { root, read } from './repository.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inaam-release-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(at('project'), { recursive: true, force: true }));
const at = (name: string) => path.join(folder, name);
const { version } = JSON.parse(read('package.json'));

const identity = ['-c', 'user.name=Asha', '-c', 'user.email=asha@brand.example'];
const git = (...words: string[]) =>
  execFileSync('git', [...identity, ...words], { cwd: at('project'), stdio: 'pipe' });

function commit(file: string, text: string): void {
  writeFileSync(path.join(at('project'), file), text);
  git('add', '.');
  git('commit', '--quiet', '--message=another');
}

/** @returns what is wrong */
function release(to: string): string {
  const words = [path.join(root, 'runtime/run.mjs'), path.join(root, 'deploy/release.ts'), at(to)];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: at('project') });
  expect(status).toBe(String(stderr) === '' ? 0 : 1);
  return String(stderr);
}

test('a commit with an entry in the changelog becomes files, the same bytes each time', () => {
  mkdirSync(at('project'));
  git('init', '--quiet');
  for (const file of ['deploy/containers/Containerfile', 'deploy/containers/compose.yaml']) {
    mkdirSync(path.dirname(path.join(at('project'), file)), { recursive: true });
    commit(file, 'an image\n');
  }
  commit('package.json', JSON.stringify({ version }));
  commit('package-lock.json', JSON.stringify({ version: '0.0.9' }));
  commit('CHANGELOG.md', `## ${version}0\n\nLater.\n\n## ${version}, not released yet\n\nSoon.\n`);
  git('tag', 'v9.9.9');
  writeFileSync(at('project/new.txt'), '');
  expect(release('none')).toMatch(/Files differ.*\n.*-lock\.json.*\n.*v9\.9\.9.*\n.*CHANGELOG/);
  commit('package-lock.json', JSON.stringify({ version }));
  commit('CHANGELOG.md', `# Changelog\n\n## ${version}\n\nIt is faster.\n\n## 0.0.9\n\nNo.\n`);
  expect([release('one'), release('two')]).toEqual(['', '']);
  const [one, two] = ['one', 'two'].map((out) =>
    Object.fromEntries(
      readdirSync(at(out)).map((file) => [file, readFileSync(at(`${out}/${file}`))]),
    ),
  );
  expect(two).toEqual(one);
  expect(String(one?.['notes.md'])).toBe('It is faster.\n');
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: at('one') });
});

test('a release installs and starts', { tags: ['long'], timeout: 1_800_000 }, async () => {
  execFileSync('git', ['clone', '--quiet', root, at('project')]);
  commit('CHANGELOG.md', `## ${version}\n\nAll of it.\n`);
  expect(release('out')).toBe('');
  mkdirSync(at('home'));
  const script = `tar -xzf out/*.tar.gz && cd inaam-${version} && npm ci && exec npm start`;
  const env = { ...process.env, HOME: at('home'), PORT: '4090', NO_COLOR: '1' };
  const child = spawn('sh', ['-c', script], { cwd: folder, env, detached: true });
  const ended = new Promise((done) => child.on('exit', done));
  onTestFinished(async () => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGINT');
    await ended;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  await expect.poll(() => output, { timeout: 1_500_000 }).toContain('Press Ctrl-C');
  const [origin = ''] = /http:\/\/localhost:\d+/.exec(output) ?? [];
  expect(await (await fetch(origin)).text()).toContain('<title>Inaam');
  const options = { cwd: at(`inaam-${version}`), env };
  expect(String(execFileSync('npx', ['inaam', '--version'], options))).toBe(`${version}\n`);
});
