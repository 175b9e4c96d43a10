// The style of the page on the draw, in the campaign's colours: a file of its own, since the policy of the site allows
// nothing inline, and no part of the app's style, whose name changes with each build. Holds no word.
import type { Theme } from '@inaam/campaigns/public.ts';

export function fairDrawStyle({ colours }: Theme): string {
  const { paper, ink, quiet, brand } = colours;
  return `:root {
  color-scheme: light;
  font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', sans-serif;
  line-height: 1.5;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: ${paper}; color: ${ink}; overflow-wrap: break-word; }
.notice { margin: 0; padding: 6px 16px; background: ${ink}; color: ${paper}; font-size: 0.8125rem; text-align: center; }
header, main { max-width: 44rem; margin: 0 auto; padding: 12px 20px; }
header { color: ${brand}; font-size: 1.5rem; font-weight: 800; letter-spacing: -0.02em; }
main { padding-bottom: max(40px, env(safe-area-inset-bottom)); }
h1 { margin: 4px 0 12px; font-size: clamp(1.75rem, 6.5vw, 2.75rem); font-weight: 800; line-height: 1.12; letter-spacing: -0.025em; text-wrap: balance; }
h2 { margin: 0 0 8px; color: ${brand}; font-size: 1.3125rem; font-weight: 800; line-height: 1.25; }
section { margin: 20px 0; padding: 20px; border-radius: 24px; background: #fff; box-shadow: 0 1px 2px rgb(0 0 0 / 0.14), 0 8px 24px rgb(0 0 0 / 0.08); }
p { margin: 0 0 12px; }
section > :last-child { margin-bottom: 0; }
ul { margin: 0 0 12px; padding-inline-start: 1.25rem; }
li { padding-block: 3px; }
li::marker { color: ${quiet}; }
/* A list of links: each a target of a finger's size, marks would only stand beside its last line. */
.files { padding: 0; list-style: none; }
.files a { display: inline-block; min-height: 44px; padding-block: 10px; }
a { color: ${brand}; text-underline-offset: 3px; }
:focus-visible { outline: 3px solid ${brand}; outline-offset: 2px; }
code { display: block; padding: 12px; border: 1px solid ${quiet}; border-radius: 12px; font-size: 0.9375rem; overflow-wrap: anywhere; }
`;
}
