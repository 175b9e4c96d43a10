// The documents as a site: `npm run docs -- build`. The README's lists are its navigation.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type DefaultTheme } from 'vitepress';

const root = path.resolve(import.meta.dirname, '../../..');

/** Each heading of the README that links to documents, with these links. */
function sidebarOf(readme: string): DefaultTheme.SidebarItem[] {
  return readme
    .split(/^#{2,} /m)
    .slice(1)
    .map((section) => {
      const links = [...section.matchAll(/\[([^\]]+)\]\(([^)#:]+\.md)\)/g)];
      const items = links.map(([, text = '', link = '']) => ({
        text,
        link: `/${addressOf(link)}`,
      }));
      return { text: section.split('\n', 1)[0] ?? '', collapsed: true, items };
    })
    .filter(({ items }) => items.length > 1);
}

/** `docs/decisions/` of `docs/decisions/README.md`. */
const addressOf = (file: string) => file.replace(/README\.md$/, '').replace(/\.md$/, '');

/** A relative link that leads to no page or picture: to a source file or a folder. */
const leadsToSource = (href: string) =>
  !/^[a-z]+:|^#|^\//.test(href) && !/\.(?:md|png|html)(?:#.*)?$/.test(href);

export default defineConfig({
  title: 'Inaam',
  description: 'A consumer-promotion microsite with a reward wheel.',
  lang: 'en-IN',
  srcDir: root,
  srcExclude: ['**/node_modules/**', '**/.*/**', 'docs/site/**'],
  outDir: path.join(root, '.cache/docs'),
  cacheDir: path.join(root, '.cache/vitepress'),
  rewrites: (file) => file.replace(/README\.md$/, 'index.md'),
  // Vite would take the project's own settings for TypeScript, which its esbuild does not know.
  vite: { esbuild: { tsconfigRaw: {} } },
  markdown: {
    config(md) {
      // The site has no sources: such a link is only its text.
      md.core.ruler.push('source_links', ({ tokens }) => {
        for (const { children } of tokens) {
          let isSource = false;
          for (const token of children ?? []) {
            if (token.type === 'link_open') isSource = leadsToSource(token.attrGet('href') ?? '');
            if (isSource && token.type.startsWith('link_')) token.tag = 'span';
            if (isSource && token.type === 'link_open') token.attrs = [];
            if (token.type === 'link_close') isSource = false;
          }
        }
      });
    },
  },
  // A line of code that is wider than a phone scrolls, also in a block without a language.
  head: [['style', {}, '.vp-doc pre { overflow-x: auto; }']],
  themeConfig: {
    search: { provider: 'local' },
    sidebar: sidebarOf(readFileSync(path.join(root, 'README.md'), 'utf8')),
    outline: [2, 3],
  },
});
