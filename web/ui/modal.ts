// Modal dialogs, also for engines without them: Safari before 15.4, Firefox before 98.
import { attempt } from '../optional.ts';
import './modal.css';
import { openDialogs } from './open-dialogs.ts';

type ModalElement = HTMLElement & { showModal?: () => void; close?: () => void; open?: boolean };

/** Above everything else on the page. */
const lowestLayer = 1000;
/** The element focused before each dialog that the engine did not open itself. */
const openers = new Map<ModalElement, Element | null>();

export const focusableSelector =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

export function openModal(dialog: ModalElement): void {
  const opener = document.activeElement;
  attempt(() => dialog.showModal?.());
  if (dialog.open === true) return;
  openers.set(dialog, opener);
  dialog.style.zIndex = String(lowestLayer + openers.size);
  dialog.dataset['standIn'] = '';
  dialog.setAttribute('open', '');
  dialog.setAttribute('aria-modal', 'true');
  if (!dialog.hasAttribute('role')) dialog.setAttribute('role', 'dialog');
  const preferred = dialog.querySelector<HTMLElement>('[autofocus]');
  (preferred ?? dialog.querySelector<HTMLElement>(focusableSelector))?.focus();
}

export function closeModal(dialog: ModalElement): void {
  const opener = openers.get(dialog);
  if (opener === undefined) return attempt(() => dialog.close?.());
  openers.delete(dialog);
  dialog.removeAttribute('open');
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  return undefined;
}

/** Whether the engine reports Escape with a `cancel` event. */
export const reportsEscape = (dialog: ModalElement): boolean => !openers.has(dialog);

// The page behind does not scroll, nor shift when its scroll bar disappears.

openDialogs.subscribe(({ ids }) => {
  const { classList, clientWidth } = document.documentElement;
  const isLocked = ids.length > 0;
  if (isLocked === classList.contains('scroll-locked')) return;
  if (isLocked) classList.toggle('scroll-gutter', innerWidth > clientWidth);
  classList.toggle('scroll-locked', isLocked);
});
