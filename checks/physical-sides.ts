// The site is also read from right to left: its styles say start and end, not left and right.
import { lineOf, type Source } from './repository.ts';

const physical =
  /^(?:left|right|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius)$/;
const fourSides = /^(?:margin|padding|inset|border-(?:width|style|color))$/;
const rightToLeft = "[dir='rtl'] ";

type Fault = { selector: string; message: string };
type Declaration = { property: string; value: string };

/** Each rule that has one side other than the other, without a rule for right to left beside it. */
export function physicalSides({ path, text }: Source): Fault[] {
  const rules = [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map((match) => ({
    selector: withoutComments(match[1] ?? ''),
    start: match.index + (/\S/.exec(match[1] ?? '')?.index ?? 0),
    declarations: declarationsOf(match[2] ?? ''),
  }));
  const mirrored = new Set(
    rules.flatMap(({ selector }) =>
      selector.startsWith(rightToLeft) ? [selector.slice(rightToLeft.length)] : [],
    ),
  );
  return rules
    .filter(({ selector }) => !selector.startsWith(rightToLeft))
    .filter(({ selector }) => !mirrored.has(selector))
    .flatMap(({ selector, start, declarations }) =>
      lopsided(declarations).map(({ property, value }) => ({
        selector,
        message: `${path}:${lineOf(text, start)} ${selector} has "${property}: ${value}". Write it with start and end, or add ${rightToLeft}${selector}.`,
      })),
    );
}

function declarationsOf(block: string): Declaration[] {
  return withoutComments(block)
    .split(';')
    .flatMap((line) => {
      const [property = '', ...value] = line.split(':');
      return value.length === 0
        ? []
        : [{ property: property.trim(), value: value.join(':').trim() }];
    });
}

function lopsided(declarations: readonly Declaration[]): Declaration[] {
  const has = ({ property, value }: Declaration) =>
    declarations.some((other) => other.property === property && other.value === value);
  return declarations.filter(({ property, value }) => {
    if (physical.test(property)) {
      const other = property.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left'));
      return !has({ property: other, value });
    }
    if (fourSides.test(property)) {
      const [, right, , left] = partsOf(value);
      return left !== undefined && left !== right;
    }
    return (
      /^(?:float|clear|text-align|.*position)$/.test(property) && /\b(?:left|right)\b/.test(value)
    );
  });
}

/** `0 calc(50% - 7px)` has two parts. */
function partsOf(value: string): string[] {
  let depth = 0;
  let part = '';
  const parts: string[] = [];
  for (const letter of `${value} `) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter !== ' ' || depth > 0) part += letter;
    else if (part !== '') parts.push(part);
    if (letter === ' ' && depth === 0) part = '';
  }
  return parts;
}

function withoutComments(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
