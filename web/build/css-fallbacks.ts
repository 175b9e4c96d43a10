// A PostCSS plugin for what Lightning CSS leaves to the engine.
import type { Declaration, Plugin } from 'postcss';

export function cssFallbacks(): Plugin {
  return {
    postcssPlugin: 'css-fallbacks',
    Declaration: (declaration) => {
      if (/\ddvh\b/.test(declaration.value)) precedeByHeights(declaration);
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
