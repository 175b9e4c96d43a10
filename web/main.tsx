// Starts the app in the page.
import './no-eval.ts';
import { createRoot } from 'react-dom/client';
import { AppInLanguage } from './app-in-language.tsx';
import { createApp } from './app-parts.ts';
import { realBrowser } from './browser.ts';
import { takeOver } from './take-over.ts';
import './ui/base.css';

const parts = await createApp(realBrowser());
const paint = document.querySelector('#first-paint');
if (paint !== null) takeOver(paint, parts);
void parts.gate.enter(); // Never rejects: a failed start is a phase of its own.

const root = document.querySelector('#root');
if (root === null) {
  throw new Error('Failed to start: the page has no element #root. Serve the built index.html.');
}
createRoot(root).render(<AppInLanguage parts={parts} />);
