import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './repository.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inaam-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

const identity = ['-c', 'user.name=Asha', '-c', 'user.email=asha@brand.example'];
const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', [...identity, ...words], { cwd, encoding: 'utf8', stdio: 'pipe' });

const files = {
  'package.json': '{ "version": "2.3.4" }',
  'server/package.json': '{ "version": "2.3.4" }',
  'package-lock.json': '{ "version": "2.3.4" }',
  'CHANGELOG.md':
    '# Changelog\n\n## 2.3.4, the fourth\n\nIt is faster.\n\n## 2.3.3\n\nIt was slow.\n',
  'deploy/containers/Containerfile': 'FROM scratch\n',
  'deploy/containers/compose.yaml': 'services: {}\n',
};

function commit(name: string, changed: Readonly<Record<string, string>> = {}): string {
  const project = path.join(folder, name);
  for (const [file, text] of Object.entries({ ...files, ...changed })) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  }
  git(folder, 'init', '--quiet', name);
  git(project, 'add', '.');
  git(project, 'commit', '--quiet', '--message=all');
  return project;
}

function release(cwd: string, to = path.join(cwd, '../out')) {
  const words = [path.join(root, 'runtime/run.mjs'), path.join(root, 'deploy/release.ts'), to];
  return spawnSync(process.execPath, words, { cwd, encoding: 'utf8' });
}

const readIn = (place: string) => (file: string) => readFileSync(path.join(place, file));

test('the same commit gives the same bytes, with their sums and notes', () => {
  const project = commit('first');
  git(folder, 'clone', '--quiet', project, 'second');
  const places = ['first', 'second'].map((name) => {
    const to = path.join(folder, `of-${name}`);
    expect(release(path.join(folder, name), to)).toMatchObject({ status: 0, stderr: '' });
    return to;
  });
  const [one = [], two = []] = places.map((place) =>
    ['inaam-2.3.4.tar.gz', 'Containerfile', 'compose.yaml', 'notes.md', 'SHA256SUMS'].map(
      readIn(place),
    ),
  );
  expect(two).toEqual(one);
  expect(String(one[3])).toBe('It is faster.\n');
  const [cwd = ''] = places;
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd, stdio: 'pipe' });
  const packed = execFileSync('tar', ['-tzf', 'inaam-2.3.4.tar.gz'], { cwd, encoding: 'utf8' });
  expect(packed).toContain('inaam-2.3.4/server/package.json\n');
});

test.each<[string, Record<string, string>, string]>([
  ['no-entry', { 'CHANGELOG.md': '# Changelog\n\n## 2.3.40\n\nLater.\n' }, 'no released entry'],
  ['early', { 'CHANGELOG.md': '## 2.3.4, not released yet\n\nSoon.\n' }, 'no released entry'],
  ['apart', { 'server/package.json': '{ "version": "2.3.3" }' }, 'in server/package.json'],
])('%s is not released', (name, changed, problem) => {
  const { status, stderr } = release(commit(name, changed));
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(problem) });
  expect(existsSync(path.join(folder, 'out'))).toBe(false);
});

test('neither is what differs from the commit, or has the tag of another version', () => {
  const project = commit('changed');
  git(project, 'tag', 'v2.3.5');
  expect(release(project).stderr).toContain('The tag is v2.3.5');
  git(project, 'tag', '--delete', 'v2.3.5');
  writeFileSync(path.join(project, 'new.txt'), '');
  expect(release(project).stderr).toContain('Files differ from the commit');
});

test('what is released installs and starts in an empty folder', { tags: ['long'] }, async () => {
  const project = path.join(folder, 'whole');
  git(folder, 'clone', '--quiet', root, project);
  const { version } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
  writeFileSync(path.join(project, 'CHANGELOG.md'), `## ${version}\n\nAll of it.\n`);
  git(project, 'commit', '--all', '--quiet', '--message=entry');
  expect(release(project)).toMatchObject({ status: 0 });
  const env = { ...process.env, HOME: path.join(folder, 'home'), PORT: '0', NO_COLOR: '1' };
  mkdirSync(env.HOME);
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
  run('tar', '-xzf', `out/inaam-${version}.tar.gz`);
  const cwd = path.join(folder, `inaam-${version}`);
  run('npm', 'ci', '--prefix', cwd);
  const child = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const started = Promise.withResolvers<string>();
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
    if (output.includes('Ctrl-C')) started.resolve(output);
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  void ended.then(() => started.reject(new Error(`It did not start: ${output}`)));
  const [origin = ''] = /http:\/\/localhost:\d+/.exec(await started.promise) ?? [];
  expect(await (await fetch(`${origin}/ready`)).json()).toMatchObject({ ready: true, version });
  child.kill('SIGINT');
  await ended;
});
