// Modal dialogs, also in engines that have none: Safari before 15.4, Firefox before 98.
import './modal.css';

type ModalElement = HTMLElement & { showModal?: () => void; close?: () => void };

/** Above everything else on the page. */
const lowestLayer = 1000;
const openers = new Map<ModalElement, Element | null>();

export const focusableSelector =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

export function openModal(dialog: ModalElement): void {
  if (dialog.showModal) return dialog.showModal();
  openers.set(dialog, document.activeElement);
  dialog.style.zIndex = String(lowestLayer + openers.size);
  dialog.dataset['standIn'] = '';
  dialog.setAttribute('open', '');
  dialog.setAttribute('aria-modal', 'true');
  if (!dialog.hasAttribute('role')) dialog.setAttribute('role', 'dialog');
  dialog.querySelector<HTMLElement>(focusableSelector)?.focus();
}

export function closeModal(dialog: ModalElement): void {
  if (dialog.close) return dialog.close();
  const opener = openers.get(dialog);
  openers.delete(dialog);
  dialog.removeAttribute('open');
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
}

/** Whether the engine itself reports Escape, by a `cancel` event. */
export const reportsEscape = (dialog: ModalElement): boolean => dialog.showModal !== undefined;
