// Loaded only by engines that lack one of these. Each covers what the site and its packages use.
import { polyfilled } from './polyfilled.ts';

type Sequence = ArrayLike<unknown>;
type Compare = (left: unknown, right: unknown) => number;

export const implementations = {
  at: function at(this: Sequence, index: number): unknown {
    const whole = Math.trunc(index) || 0;
    return this[whole < 0 ? this.length + whole : whole];
  },
  toSorted: function toSorted(this: Sequence, compare?: Compare): unknown[] {
    const copy = Array.from(this);
    copy.sort(compare);
    return copy;
  },
  toReversed: function toReversed(this: Sequence): unknown[] {
    const copy = Array.from(this);
    copy.reverse();
    return copy;
  },
  replaceAll: function replaceAll(this: string, found: string | RegExp, by: string): string {
    if (typeof found !== 'string') return this.replace(found, by);
    const literal = found.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    return this.replace(new RegExp(literal, 'g'), by);
  },
  hasOwn: (owner: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(owner, name),
  timeout: (ms: number) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  },
} satisfies Record<(typeof polyfilled)[number]['name'], unknown>;

for (const { owner, name } of polyfilled) {
  if (name in owner) continue;
  const value = implementations[name];
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}
