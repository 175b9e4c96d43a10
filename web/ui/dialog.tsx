import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useStore } from 'zustand/react';
import { closeModal, focusableSelector, openModal, reportsEscape } from './modal.ts';
import { NoticeRegions } from './notice-regions.tsx';
import { openDialogs, registerDialog } from './open-dialogs.ts';
import './dialog.css';
import { CloseIcon } from './icons.tsx';
import { IconButton } from './icon-button.tsx';

type DialogProps = {
  label: string;
  describedBy?: string;
  onClose?: (() => void) | undefined;
  variant?: 'card' | 'drawer' | 'loader';
  children: ReactNode;
};

export function Dialog({ label, describedBy, onClose, variant = 'card', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isLoader = variant === 'loader';
  const isTop = useStore(openDialogs, ({ ids }) => ids.at(-1) === id);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog) openModal(dialog);
    const unregister = registerDialog(id, isLoader);
    return () => {
      unregister();
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
      className={`dialog dialog-${variant}`}
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
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose?.();
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
        <CloseIcon />
      </IconButton>
    </div>
  );
}
