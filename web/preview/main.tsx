// One screen of the site with sample data, in a frame of the console: the same app, on a browser in
// memory. Its document may not connect to anything (server/site/preview.ts).
import '../app/zod-without-eval.ts';
import { previewChoice } from '@inaam/contract/console/preview.ts';
import { createRoot } from 'react-dom/client';
import { createApp } from '../app/create-app.ts';
import { App } from '../app.tsx';
import { parseCampaign } from '../locale/page-campaign.ts';
import { previewBrowser } from './preview-browser.ts';
import { sceneOf } from './scenes.ts';
import '../ui/base.css';

/** A frame that is scrolled out of sight is never painted. */
const paintTimeoutMs = 1000;

keepFocusOutside();
followNoLinks();
// What fails shows in the frame and in the browser's own console.
void start();

async function start(): Promise<void> {
  const text = document.querySelector('#campaign')?.textContent ?? '';
  const choice = previewChoice(location.hash);
  const { outcomes, fixedRewardAmounts } = parseCampaign(text);
  const first = choice.screen === 'fixedReward' ? fixedRewardAmounts[0] : outcomes.at(-1)?.amount;
  const scene = sceneOf(choice, first ?? 0);
  const app = await createApp(previewBrowser(text, scene));
  const root = document.querySelector('#root');
  if (root === null) throw new Error('Failed to start: the page has no element #root.');
  createRoot(root).render(<App app={app} />);
  const entered = app.entry.enter();
  // A start that waits is a screen of its own.
  if (scene.network !== 'slow') await entered;
  await painted();
  scene.arrange(app);
  await painted();
  // The walk in a browser waits for it.
  document.documentElement.dataset['screen'] = choice.screen;
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, paintTimeoutMs);
  });
}

/**
 * A screen and a dialog take the focus when they open. Here it stays in the console, whose list of
 * screens would close.
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

/** Pages of the server are not in the preview. */
function followNoLinks(): void {
  addEventListener('click', (event) => {
    const { target } = event;
    if (target instanceof Element && target.closest('a[href]')) event.preventDefault();
  });
}
