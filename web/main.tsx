import '@inaam/contract/zod-without-eval.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { realBrowser } from './app/browser.ts';
import { createApp } from './app/create-app.ts';
import { App } from './app.tsx';
import { setAppState } from './first-paint/hand-over.ts';
import { replaceFirstPaint } from './first-paint/replace-first-paint.ts';
import './ui/base.css';
import './first-paint/first-paint.css';
import './older-engines/older-engines.css';

try {
  start();
} catch (error) {
  // It is logged to the browser's console; the page shows the shopper what to do.
  setAppState('refused');
  throw error;
}

function start(): void {
  const root = document.querySelector('#root');
  if (root === null) {
    throw new Error('Failed to start: the page has no element #root. Serve the built index.html.');
  }
  const app = createApp(realBrowser());
  const paint = document.querySelector('#first-paint');
  if (paint !== null) void replaceFirstPaint(paint, root, app); // Waits for the app's page.
  void app.entry.enter(); // Never rejects: a failed start is a phase.
  // A transition is rendered in slices, which do not block a slow phone.
  startTransition(() => createRoot(root).render(<App app={app} />));
  setAppState('started');
}
