// What the documents name must be there: scripts, files, links. Pure. A document that quotes others' text (the
// requirements) is not held to it.
import path from 'node:path';
import { lineOf } from './imports.ts';
import type { Source } from './repository.ts';

export type There = {
  /** All files of the repository. */
  readonly files: readonly string[];
  /** Scripts of package.json. */
  readonly scripts: readonly string[];
};

const quoting = new Set(['docs/requirements.md']);
/** npm's own words for `npm run x`. */
const shorthands = new Set(['start', 'test', 'stop', 'restart']);
/** Made by running, so never in the repository. */
const made = /^(?:node_modules|\.data|\.cache|\.reports|dist)\b|\/dist\b/;

/** The names in one Markdown text that nothing answers to. */
export function documentFaults({ path: file, text }: Source, there: There): string[] {
  if (!file.endsWith('.md') || quoting.has(file)) return [];
  const at = (offset: number) => `${file}:${lineOf(text, offset)}`;
  const found: [number, string][] = [];
  for (const { value, index } of codeOf(text)) {
    for (const script of scriptsIn(value)) {
      if (!there.scripts.includes(script)) {
        found.push([index, `names the script "${script}", which package.json has not`]);
      }
    }
    for (const name of pathsIn(value, there)) {
      if (!isThere(name, file, there)) found.push([index, `names ${name}, which is not there`]);
    }
  }
  for (const { value, index } of linksOf(text)) {
    if (!isThere(value, file, there)) found.push([index, `links to ${value}, which is not there`]);
  }
  return found
    .toSorted(([a], [b]) => a - b)
    .map(([index, says]) => `${at(index)} ${says}. Mend the document.`);
}

type Piece = { value: string; index: number };

/** Fenced blocks and `spans`. */
function codeOf(text: string): Piece[] {
  const fences = /^```[^\n]*\n([\s\S]*?)^```/gm;
  const rest = text.replaceAll(fences, (block) => block.replaceAll(/[^\n]/g, ' '));
  const blocks = [...text.matchAll(fences)];
  const spans = [...rest.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)];
  return [...blocks, ...spans].map(({ 1: value = '', index }) => ({ value, index }));
}

/** Targets of links to files, without their #fragment. */
function linksOf(text: string): Piece[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(({ 1: value = '', index }) => ({ value: value.replace(/#.*$/, ''), index }))
    .filter(({ value }) => value !== '' && !/^(?:[a-z]+:|\/)/.test(value));
}

function scriptsIn(code: string): string[] {
  const runs = [...code.matchAll(/\bnpm (?:run(?:-script)? ([\w:.-]+)|(\w+))/g)];
  return runs.flatMap(([, script, word = '']) => script ?? (shorthands.has(word) ? word : []));
}

/** Words of code that look like a path from the root, from here, or of another workspace. */
function pathsIn(code: string, there: There): string[] {
  const tops = new Set(there.files.map((file) => file.split('/')[0]));
  return code
    .split(/[\s"'(),;|=]+/)
    .map((word) => word.replace(/[.:]+$/, '').replace(/^@inaam\//, ''))
    .filter((word) => /^[\w./-]+$/.test(word) && !made.test(word))
    .filter((word) => /^\.{1,2}\//.test(word) || tops.has(word.split('/')[0]))
    .filter((word) => word.includes('/') || /\.[a-z]+$/.test(word));
}

function isThere(name: string, document: string, { files }: There): boolean {
  const folder = path.posix.dirname(document);
  const places = [path.posix.normalize(name), path.posix.join(folder, name)];
  return places.some((place) => {
    const plain = place.replace(/\/$/, '');
    return plain === '.' || files.some((one) => one === plain || one.startsWith(`${plain}/`));
  });
}
