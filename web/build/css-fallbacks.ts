// A PostCSS plugin for what Lightning CSS does not lower, or lowers at length: three rules for each
// `:is()`, and six with forty languages for each logical inset.
import type { Declaration, Helpers, Plugin, Rule } from 'postcss';

type Lists = Helpers['list'];

export function cssFallbacks(): Plugin {
  return {
    postcssPlugin: 'css-fallbacks',
    Declaration: (declaration) => {
      if (/\ddvh\b/.test(declaration.value)) precedeByHeights(declaration);
    },
    Rule: (rule, { list }) => {
      if (rule.selector.includes(':is(')) {
        rule.selectors = rule.selectors.flatMap((one) => withoutIs(one, list));
      }
      placeByDirection(rule, list);
    },
  };
}

/** An engine uses the last declaration that it understands. */
function precedeByHeights(declaration: Declaration): void {
  const value = declaration.value.replaceAll('dvh', 'vh');
  const before = declaration.prev();
  if (before?.type === 'decl' && before.value === value) return;
  declaration.cloneBefore({ value });
}

/** Expands `a :is(b, c)` into `a b` and `a c`. */
function withoutIs(selector: string, list: Lists): string[] {
  const [before = '', ...others] = selector.split(':is(');
  if (others.length === 0) return [selector];
  const rest = others.join(':is(');
  const end = closingIn(rest);
  return list.comma(rest.slice(0, end)).flatMap((choice) => {
    if (/^[a-z*]/i.test(choice) && /[^\s>+~]$/.test(before)) {
      throw new Error(
        `Failed to write out "${selector}": put the type ${choice} before what is known of it.`,
      );
    }
    return withoutIs(`${before}${choice}${rest.slice(end + 1)}`, list);
  });
}

/** Index of the parenthesis that closes one opened before `text`. */
function closingIn(text: string): number {
  let open = 1;
  for (const [at, character] of Array.from(text).entries()) {
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open === 0) return at;
  }
  throw new Error(`Failed to read a selector: unclosed parenthesis in "${text}".`);
}

/** The page sets `dir` only for right-to-left text. */
const directions = [
  { of: "html:not([dir='rtl'])", start: 'left', end: 'right' },
  { of: "[dir='rtl']", start: 'right', end: 'left' },
];

function placeByDirection(rule: Rule, list: Lists): void {
  const insets = rule.nodes.filter(
    (node): node is Declaration => node.type === 'decl' && node.prop.startsWith('inset-inline'),
  );
  if (insets.length === 0) return;
  for (const { of, start, end } of directions.toReversed()) {
    const placed = rule.cloneAfter({ nodes: [] });
    placed.selectors = rule.selectors.map((one) => `${of} ${one}`);
    for (const inset of insets) {
      const { prop } = inset;
      const [first = '', second = first] = list.space(inset.value);
      if (prop !== 'inset-inline-end') placed.append(inset.clone({ prop: start, value: first }));
      if (prop !== 'inset-inline-start') placed.append(inset.clone({ prop: end, value: second }));
    }
  }
  for (const inset of insets) inset.remove();
  if (rule.nodes.length === 0) rule.remove();
}

/** The oldest supported version of each engine, by its name in MDN's compatibility data. */
export const supportedEngines = {
  chrome: 80,
  webview_android: 80,
  samsunginternet_android: 13,
  safari: 14,
  safari_ios: 14,
  firefox: 78,
  firefox_android: 79,
} as const;

const { chrome, safari, safari_ios: ios, firefox } = supportedEngines;

/** Browser names for the bundler. Other browsers are built on these engines. */
export const buildTargets = [
  `chrome${chrome}`,
  `safari${safari}`,
  `ios${ios}`,
  `firefox${firefox}`,
];
