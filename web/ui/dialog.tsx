import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useStore } from 'zustand/react';
import { NoticeRegions } from './notice-regions.tsx';
import { openDialogs, registerDialog } from './open-dialogs.ts';
import './dialog.css';
import { Icon } from './icons.tsx';
import { IconButton } from './button.tsx';
import { attempt } from '../optional.ts';

type DialogProps = {
  label: string;
  describedBy?: string;
  onClose?: (() => void) | undefined;
  /** `sheet`: a card that phones show along the lower edge. `full` fills them. */
  variant?: 'card' | 'sheet' | 'drawer' | 'loader' | 'full';
  children: ReactNode;
};

export function Dialog({ label, describedBy, onClose, variant = 'card', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isLoader = variant === 'loader';
  /** A drag that ends outside does not close it. */
  const isPressedOutside = useRef(false);
  const isTop = useStore(openDialogs, ({ ids }) => ids.at(-1) === id);
  useLayoutEffect(() => {
    const dialog = element.current;
    // Under the loader of the start, the first paint can still be typed into.
    const isModal = !isLoader || document.querySelector('#first-paint form') === null;
    if (dialog) openModal(dialog, isModal);
    // The focus may have scrolled large text out of sight.
    dialog?.scrollTo(0, 0);
    const unregister = registerDialog(id);
    if (!isLoader) lockScroll(1);
    return () => {
      unregister();
      if (!isLoader) lockScroll(-1);
      // Removing the element would not restore the focus.
      if (dialog) closeModal(dialog);
      // Nothing had the focus, or that element is gone.
      const { activeElement, body } = document;
      if (activeElement === body || dialog?.contains(activeElement)) {
        document.querySelector('main')?.focus({ preventScroll: true });
      }
    };
  }, [id, isLoader]);
  useReopenOnClose(element, onClose === undefined);
  return (
    <dialog
      ref={element}
      className={`dialog dialog-${variant === 'sheet' ? 'card dialog-sheet' : variant}`}
      aria-label={label}
      aria-describedby={describedBy}
      role={isLoader ? 'alertdialog' : undefined}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Tab') trapFocus(event);
        if (event.key === 'Escape' && !reportsEscape(event.currentTarget)) onClose?.();
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isPressedOutside.current) onClose?.();
      }}
    >
      <div className="dialog-body">{children}</div>
      {isTop && <NoticeRegions />}
    </dialog>
  );
}

/** Tab wraps from the last element to the first instead of the browser's toolbar. */
function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  const dialog = event.currentTarget;
  const focusable = [...dialog.querySelectorAll<HTMLElement>(focusableSelector)];
  const [first, last] = [focusable.at(0), focusable.at(-1)];
  const active = document.activeElement;
  const isAtEnd = event.shiftKey ? active === first || active === dialog : active === last;
  if (!isAtEnd && focusable.length > 0) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** Older browsers close a dialog on the second Escape, whatever `onCancel` does. */
function useReopenOnClose(element: { current: HTMLDialogElement | null }, isEnabled: boolean) {
  useEffect(() => {
    const dialog = element.current;
    if (!isEnabled || dialog === null) return undefined;
    const reopen = () => {
      if (dialog.isConnected && !dialog.open) openModal(dialog);
    };
    dialog.addEventListener('close', reopen);
    return () => dialog.removeEventListener('close', reopen);
  }, [element, isEnabled]);
}

type DialogHeaderProps = { title: string; closeLabel: string; onClose: () => void };

export function DialogHeader({ title, closeLabel, onClose }: DialogHeaderProps) {
  return (
    <div className="dialog-header">
      <h2>{title}</h2>
      <IconButton label={closeLabel} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

/** Some engines lack modal dialogs: Safari before 15.4, Firefox before 98. */
type ModalElement = HTMLElement & { showModal?: () => void; close?: () => void; open?: boolean };

/** Above everything else on the page. */
const lowestLayer = 1000;
/** The element that had the focus before each dialog. */
const openers = new Map<ModalElement, Element | null>();

const focusableSelector =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

function openModal(dialog: ModalElement, isModal = true): void {
  if (!openers.has(dialog)) openers.set(dialog, document.activeElement);
  if (isModal) attempt(() => dialog.showModal?.());
  if (dialog.open === true) return;
  dialog.style.zIndex = String(lowestLayer + openers.size);
  dialog.dataset['standIn'] = '';
  dialog.setAttribute('open', '');
  if (!isModal) return;
  dialog.setAttribute('aria-modal', 'true');
  if (!dialog.hasAttribute('role')) dialog.setAttribute('role', 'dialog');
  const preferred = dialog.querySelector<HTMLElement>('[autofocus]');
  (preferred ?? dialog.querySelector<HTMLElement>(focusableSelector))?.focus();
}

function closeModal(dialog: ModalElement): void {
  const opener = openers.get(dialog);
  openers.delete(dialog);
  const field = opener instanceof HTMLInputElement ? opener : undefined;
  const caret = field?.selectionStart;
  attempt(() => dialog.close?.());
  dialog.removeAttribute('open');
  const { activeElement, body } = document;
  const isLost = activeElement === body || dialog.contains(activeElement);
  if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  // Chrome gives back the focus, but not the caret.
  if (typeof caret === 'number' && caret !== field?.selectionStart)
    field?.setSelectionRange(caret, caret);
}

/** Whether the engine reports Escape with a `cancel` event. */
const reportsEscape = (dialog: ModalElement): boolean => !('standIn' in dialog.dataset);

let locks = 0;

/** The page behind does not scroll, nor shift when its scroll bar disappears. */
function lockScroll(change: 1 | -1): void {
  locks += change;
  const { classList, clientWidth } = document.documentElement;
  const isLocked = locks > 0;
  if (isLocked === classList.contains('scroll-locked')) return;
  if (isLocked) classList.toggle('scroll-gutter', innerWidth > clientWidth);
  classList.toggle('scroll-locked', isLocked);
}
