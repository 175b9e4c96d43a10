// `node runtime/run.mjs deploy/release.ts [folder]`: the files of a release, from the commit that
// is checked out. The same commit gives the same bytes. It publishes nothing.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const git = (...words: string[]): Buffer =>
  execFileSync('git', words, { maxBuffer: 512 * 1024 * 1024 });
const linesOf = (...words: string[]) =>
  git(...words)
    .toString()
    .split('\n')
    .filter(Boolean);
const committed = (file: string) => git('show', `HEAD:${file}`);
/** "undefined" where a manifest has none. */
const versionIn = (file: string) => String(JSON.parse(committed(file).toString()).version);

/** What CHANGELOG.md says of it; undefined: nothing, or that it is not released yet. */
function notesOf(version: string): string | undefined {
  const entries = committed('CHANGELOG.md').toString().split(/^## /m);
  const entry = entries.find((one) => one.split(/[,\s]/)[0] === version) ?? '';
  const [title = '', ...notes] = entry.split('\n');
  const text = notes.join('\n').trim();
  return text === '' || title.includes('not released') ? undefined : `${text}\n`;
}

/** What must be put right before the commit is a release. */
function* problemsOf(version: string): Generator<string> {
  if (linesOf('status', '--porcelain').length > 0) {
    yield 'Files differ from the commit. Commit or remove them.';
  }
  const manifests = linesOf('ls-files', 'package-lock.json', 'package.json', '*/package.json');
  const others = manifests.filter((file) => ![version, 'undefined'].includes(versionIn(file)));
  if (others.length > 0) yield `The version is not ${version} in ${others.join(', ')}. Set it.`;
  const tags = linesOf('tag', '--points-at', 'HEAD', '--list', 'v*');
  if (tags.some((tag) => tag !== `v${version}`)) {
    yield `The tag is ${tags.join(', ')}, and the version ${version}. Correct one of them.`;
  }
  if (notesOf(version) === undefined) {
    yield `CHANGELOG.md has no released entry "## ${version}". Write what changes.`;
  }
}

function filesOf(version: string): [file: string, bytes: Buffer][] {
  const name = `inaam-${version}`;
  const packed = ['archive', '--format=tar', `--prefix=${name}/`, 'HEAD'];
  const files: [string, Buffer][] = [
    [`${name}.tar.gz`, gzipSync(git('-c', 'tar.umask=0022', ...packed), { level: 9 })],
    ['Containerfile', committed('deploy/containers/Containerfile')],
    ['compose.yaml', committed('deploy/containers/compose.yaml')],
    ['notes.md', Buffer.from(notesOf(version) ?? '')],
  ];
  const sums = files.map(
    ([file, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`,
  );
  return [...files, ['SHA256SUMS', Buffer.from(sums.join(''))]];
}

const [folder = 'dist/release'] = process.argv.slice(2);
const version = versionIn('package.json');
const problems = [...problemsOf(version)];
if (problems.length > 0) {
  process.stderr.write(`Nothing was written.\n${problems.join('\n')}\n`);
  process.exitCode = 1;
} else {
  mkdirSync(folder, { recursive: true });
  for (const [file, bytes] of filesOf(version)) {
    writeFileSync(path.join(folder, file), bytes);
    process.stdout.write(`${path.join(folder, file)}\n`);
  }
}
