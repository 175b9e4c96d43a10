// Starts the app in the page.
import './no-eval.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createApp } from './app-parts.ts';
import { realBrowser } from './browser.ts';
import { applyTheme } from './ui/theme.ts';
import { AppContext } from './use-app.ts';
import './ui/base.css';

const parts = await createApp(realBrowser());
const { campaign, gate } = parts;
document.title = campaign.words.entry.pageTitle;
document.documentElement.lang = campaign.language;
applyTheme(document.documentElement.style, campaign.theme);
void gate.enter(); // Never rejects: a failed start is a phase of its own.

const root = document.querySelector('#root');
if (root === null) {
  throw new Error('Failed to start: the page has no element #root. Serve the built index.html.');
}
createRoot(root).render(
  <AppContext value={parts}>
    <App />
  </AppContext>,
);
