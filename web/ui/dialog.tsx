// A dialog over the page: focus goes in, stays in and comes back, which the browser's own element does. Holds no
// text of its own; who closes it decides when.
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { dialogOpened } from './top-layer.ts';
import './dialog.css';

type DialogProps = {
  label: string;
  /** Left out: neither Escape nor a tap beside it closes the dialog. */
  onClose?: (() => void) | undefined;
  look?: 'card' | 'drawer' | 'loader';
  children: ReactNode;
};

export function Dialog({ label, onClose, look = 'card', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialogOpened();
    // Closed by hand before it goes: only so does the browser give the focus back.
    return () => dialog?.close();
  }, []);
  useStubbornness(element, onClose === undefined);
  return (
    // A tap beside it closes it; Escape is the key for the same.
    <dialog
      ref={element}
      className={`dialog dialog-${look}`}
      aria-label={label}
      // A wait is read out at once, and is no dialog that anybody opened.
      role={look === 'loader' ? 'alertdialog' : undefined}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

/** Older browsers close a dialog at the second Escape whatever is said: it opens again at once. */
function useStubbornness(element: { current: HTMLDialogElement | null }, isStubborn: boolean) {
  useEffect(() => {
    const dialog = element.current;
    if (!isStubborn || dialog === null) return undefined;
    const reopen = () => {
      if (dialog.isConnected && !dialog.open) dialog.showModal();
    };
    dialog.addEventListener('close', reopen);
    return () => dialog.removeEventListener('close', reopen);
  }, [element, isStubborn]);
}
