// Shows one screen of the site with sample data in a frame of the console: the same app, on an
// in-memory browser. Its document may not connect to anything (../server.ts).
import '@inaam/contract/zod-without-eval.ts';
import { previewChoice } from '../contract.ts';
import { createRoot } from 'react-dom/client';
import { createApp } from '@inaam/web/app/create-app.ts';
import '@inaam/plugins/web.ts';
import { App } from '@inaam/web/app.tsx';
import { parseCampaign } from '@inaam/web/locale/page-campaign.ts';
import { pageShown } from '@inaam/web/first-paint/replace-first-paint.ts';
import { previewBrowser } from './preview-browser.ts';
import { sceneOf } from './scenes.ts';
import '@inaam/web/ui/base.css';

/** A frame scrolled out of view is never painted. */
const paintTimeoutMs = 1000;

keepFocusOutside();
followNoLinks();
// A failure shows in the frame and in the browser's console.
void start();

async function start(): Promise<void> {
  const text = document.querySelector('#campaign')?.textContent ?? '';
  const choice = previewChoice(location.hash);
  const { outcomes, fixedRewardAmounts } = parseCampaign(text);
  const first = choice.screen === 'fixedReward' ? fixedRewardAmounts[0] : outcomes.at(-1)?.amount;
  const scene = sceneOf(choice, first ?? 0);
  const app = createApp(previewBrowser(text, scene));
  const root = document.querySelector('#root');
  if (root === null) throw new Error('Failed to start: the page has no element #root.');
  const shown = pageShown(root);
  createRoot(root).render(<App app={app} />);
  void app.entry.enter(); // Never rejects: a failed start is a phase.
  // While starting, the app shows a loader instead of a page.
  if (scene.network !== 'slow') await shown;
  await painted();
  scene.arrange(app);
  await painted();
  // Browser tests wait for this attribute.
  document.documentElement.dataset['screen'] = choice.screen;
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, paintTimeoutMs);
  });
}

/**
 * Screens and dialogs take the focus when they open. Here it must stay in the console, whose list
 * of screens would otherwise close.
 */
function keepFocusOutside(): void {
  const [element, dialog] = [HTMLElement.prototype, HTMLDialogElement.prototype];
  const focus = Object.getOwnPropertyDescriptor(element, 'focus');
  const showModal = Object.getOwnPropertyDescriptor(dialog, 'showModal');
  if (focus === undefined || showModal === undefined) return;
  element.focus = () => undefined;
  dialog.showModal = function showWithoutFocus() {
    this.inert = true;
    Object.defineProperty(this, 'showModal', showModal);
    this.showModal();
    this.inert = false;
  };
  const giveBack = () => {
    Object.defineProperty(element, 'focus', focus);
    Object.defineProperty(dialog, 'showModal', showModal);
  };
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, giveBack, { once: true });
}

/** The preview has no server pages. */
function followNoLinks(): void {
  addEventListener('click', (event) => {
    const { target } = event;
    if (target instanceof Element && target.closest('a[href]')) event.preventDefault();
  });
}
