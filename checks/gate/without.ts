// The product without plugins, in a copy: it must build, start and pass what is left of the gate.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryFiles, root } from '../repository.ts';

export const pluginNames: readonly string[] = [
  ...new Set(repositoryFiles().flatMap((file) => /^plugins\/([\w-]+)\//.exec(file)?.[1] ?? [])),
];

/**
 * A list of `plugins/` without one of them: without its imports, the entries that these name, and
 * each line that names a file of its folder.
 */
export function withoutPlugin(list: string, name: string): string {
  const imports = new RegExp(`^import [^;]*? from '\\./${name}/.*\\n`, 'gm');
  const lines = new RegExp(`^.*(?:'\\./|\\]\\()(?:plugins/)?${name}/.*\\n`, 'gm');
  const imported = [...list.matchAll(imports)].flatMap(([text]) => [
    ...text.matchAll(/(\w+)(?=,| \}? ?from)/g),
  ]);
  const left = list.replaceAll(imports, '').replaceAll(lines, '');
  if (imported.length === 0) return left;
  const names = imported.map(([, one]) => one).join('|');
  const entry = `(?:[\\w'-]+: |\\.\\.\\.)?(?<![\\w-])(?:${names})(?![\\w-])(?:\\.\\w+)*(?:,\\s*)?`;
  return left.replaceAll(new RegExp(entry, 'g'), '');
}

/** @returns the folder of the copy, which goes with this process */
export function copyWithout(names: readonly string[]): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'inaam-without-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const file of repositoryFiles()) {
    if (names.some((name) => file.startsWith(`plugins/${name}/`))) continue;
    cpSync(path.join(root, file), path.join(copy, file));
  }
  for (const list of globSync(['plugins/*.{ts,md}', 'README.md'], { cwd: copy })) {
    change(path.join(copy, list), (text) => names.reduce(withoutPlugin, text));
  }
  for (const at of globSync('{,*/}node_modules', { cwd: root })) linkPackages(at, copy);
  const owners = readFileSync(path.join(copy, 'plugins/campaign-plugin.ts'), 'utf8');
  for (const [, file = '', owner = ''] of owners.matchAll(/'([\w-]+\.json)': '([\w-]+)'/g)) {
    if (names.includes(owner)) withoutFile(copy, file, owner);
  }
  return copy;
}

/** Campaigns go without a plugin's file, and what belongs to it: pictures, words, budget. */
function withoutFile(copy: string, file: string, owner: string): void {
  for (const found of globSync(`campaigns/*/${file}`, { cwd: copy })) {
    const folder = path.join(copy, path.dirname(found));
    for (const own of globSync([file, `art/${owner}-*`], { cwd: folder })) {
      rmSync(path.join(folder, own));
    }
    for (const words of globSync('words/*.json', { cwd: folder })) {
      change(path.join(folder, words), (text) => {
        const own = JSON.parse(text);
        delete own[path.parse(file).name];
        for (const id of ['packMissing', 'alreadyRegistered']) delete own.messages?.[id];
        // Where each pack has a code, the terms say only there how often a number takes part.
        const terms = owner === 'packs' ? '{ifOnce}' : '{ifPacks}';
        return `${JSON.stringify(own, null, 2).replaceAll('{ifPacks}', terms)}\n`;
      });
    }
    const args = ['runtime/inaam.mjs', 'campaign', 'check', folder];
    const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    const cost = /cost together, (\d+)/.exec(stdout)?.[1] ?? '$&';
    change(path.join(folder, 'draw.json'), (text) => text.replace(/\d+(?=\s*\}\s*$)/, cost));
  }
}

const change = (file: string, to: (text: string) => string) =>
  writeFileSync(file, to(readFileSync(file, 'utf8')));

/** Other packages are those of this folder, ours those of the copy. */
function linkPackages(at: string, copy: string): void {
  mkdirSync(path.join(copy, at));
  for (const name of readdirSync(path.join(root, at))) {
    const [own, other] = [path.join(root, at, name), path.join(copy, at, name)];
    if (name === '@inaam') cpSync(own, other, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(own, other);
  }
}
