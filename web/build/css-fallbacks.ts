// A PostCSS plugin: what older engines get where a style uses something newer, with which they
// would drop the whole declaration. Lightning CSS lowers the rest.
import type { Declaration, Plugin, Rule } from 'postcss';

const argument = String.raw`((?:[^(),]|\([^()]*\))+)`;
const mix = new RegExp(String.raw`color-mix\(in srgb, *${argument}, *${argument}\)`, 'g');
const supportsMix = '(color: color-mix(in srgb, red, red))';

export function cssFallbacks(): Plugin {
  return {
    postcssPlugin: 'css-fallbacks',
    Rule: (rule, { AtRule }) => {
      const mixed: Declaration[] = [];
      rule.each((node) => {
        if (node.type !== 'decl') return;
        if (/\ddvh\b/.test(node.value)) precedeByHeights(node);
        if (node.value.includes('color-mix(') && !isGuarded(rule)) mixed.push(node);
      });
      if (mixed.length === 0) return;
      // With `var()` in it an engine takes any declaration, even if it is then worth nothing.
      const nodes = [rule.clone({ nodes: mixed.map((one) => one.clone()) })];
      for (const one of mixed) one.value = one.value.replaceAll(mix, nearest);
      rule.after(new AtRule({ name: 'supports', params: supportsMix, nodes }));
    },
  };
}

/** An engine takes the last declaration that it understands. */
function precedeByHeights(declaration: Declaration): void {
  const value = declaration.value.replaceAll('dvh', 'vh');
  const before = declaration.prev();
  if (before?.type === 'decl' && before.value === value) return;
  declaration.cloneBefore({ value });
}

const isGuarded = ({ parent }: Rule) =>
  parent?.type === 'atrule' && 'params' in parent && parent.params === supportsMix;

/** The colour of which there is more in the mixture. */
function nearest(_mix: string, first: string, second: string): string {
  const [one, percent] = withPercent(first);
  const [other, otherPercent] = withPercent(second);
  return (percent ?? 100 - (otherPercent ?? 50)) >= 50 ? one : other;
}

function withPercent(part: string): [colour: string, percent: number | undefined] {
  const [, colour = part, percent] = /^(.*?)(?: +([\d.]+)%)?$/.exec(part.trim()) ?? [];
  return [colour, percent === undefined ? undefined : Number(percent)];
}
