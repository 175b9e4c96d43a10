// Lays out the character's parts side by side in one picture. Each is the background of an element
// that the compositor moves; parts of an inline SVG would be repainted in each frame.
import { characterParts } from '../../public/kit.ts';

/** Limited because the character loads before HOME is complete. */
export const characterBytesMax = 6000;

const opening = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">';
const side = 160;

/** @returns the sheet, or what is wrong with the drawing */
export function characterSheet(svg: string): string | { message: string; fix: string } {
  const size = Buffer.byteLength(svg);
  if (size > characterBytesMax) {
    return {
      message: `must be ${characterBytesMax} bytes or fewer, but is ${size}`,
      fix: 'Round its numbers and draw less.',
    };
  }
  if (!svg.startsWith(opening)) {
    return {
      message: `must begin with ${opening}`,
      fix: 'Draw it in a square of 160, where the joints are.',
    };
  }
  const groups = outerGroups(svg);
  const names = groups.map(({ id }) => id);
  const missing = characterParts.filter((part) => !names.includes(part));
  if (missing.length > 0) {
    return {
      message: `must have each part, but has no ${missing.join(', ')}`,
      fix: 'Draw each as a separate <g id="…">; the recipe for themes lists them.',
    };
  }
  const cells = characterParts.map((part, at) => {
    const { attributes = '', content = '' } = groups.find(({ id }) => id === part) ?? {};
    const frame = `x="${at * side}" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}"`;
    return `<svg ${frame}><g${attributes}>${content}</g></svg>`;
  });
  const [definitions = ''] = /<defs>[\s\S]*?<\/defs>/.exec(svg) ?? [];
  const viewBox = `0 0 ${characterParts.length * side} ${side}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${definitions}${cells.join('')}</svg>`;
}

type Group = { id: string; attributes: string; content: string };

/** Top-level groups. */
function outerGroups(svg: string): Group[] {
  const groups: Group[] = [];
  let depth = 0;
  let opened = { tag: '', end: 0 };
  for (const { 0: tag, index } of svg.matchAll(/<\/?g\b[^>]*>/g)) {
    if (tag.endsWith('/>')) continue;
    if (!tag.startsWith('</')) {
      if (depth === 0) opened = { tag, end: index + tag.length };
      depth += 1;
      continue;
    }
    depth -= 1;
    if (depth === 0) groups.push(groupOf(opened.tag, svg.slice(opened.end, index)));
  }
  return groups;
}

/** Shows the parts that a drawing program has hidden (all faces but one). */
function groupOf(tag: string, content: string): Group {
  const attributes = tag.slice('<g'.length, -1);
  return {
    id: /\sid="([^"]*)"/.exec(attributes)?.[1] ?? '',
    attributes: attributes.replace(/\sid="[^"]*"/, '').replace(/\sdisplay="none"/, ''),
    content,
  };
}
