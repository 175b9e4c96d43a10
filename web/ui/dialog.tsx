// A dialog over the page: focus goes in, stays in and comes back, most of which the browser's own element does. Holds
// no text of its own; who closes it decides when.
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
import { dialogOpened, openDialogs } from './open-dialogs.ts';
import './dialog.css';

type DialogProps = {
  label: string;
  /** Id of what is read out after the label, where that is not the first thing to be reached. */
  describedBy?: string;
  /** Left out: neither Escape nor a tap beside it closes the dialog. */
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
    dialog?.showModal();
    const closed = dialogOpened(id, isLoader);
    return () => {
      closed();
      // Closed by hand before it goes: only so does the browser give the focus back.
      dialog?.close();
      // Nobody opened it, or who did is gone: the page's content is next.
      const { activeElement, body } = document;
      if (activeElement === body || dialog?.contains(activeElement)) {
        document.querySelector('main')?.focus({ preventScroll: true });
      }
    };
  }, [id, isLoader]);
  useStubbornness(element, onClose === undefined);
  return (
    // A tap beside it closes it; Escape is the key for the same.
    <dialog
      ref={element}
      className={`dialog dialog-${variant}`}
      aria-label={label}
      aria-describedby={describedBy}
      // A wait is read out at once, and is no dialog that anybody opened.
      role={isLoader ? 'alertdialog' : undefined}
      closedby={onClose ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Tab') keepWithin(event);
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

const reachable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** From the last thing on to the first, not out into the browser's own bars. */
function keepWithin(event: KeyboardEvent<HTMLDialogElement>): void {
  const dialog = event.currentTarget;
  const stops = [...dialog.querySelectorAll<HTMLElement>(reachable)];
  const [first, last] = [stops.at(0), stops.at(-1)];
  const here = document.activeElement;
  const isAtEnd = event.shiftKey ? here === first || here === dialog : here === last;
  if (!isAtEnd && stops.length > 0) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
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
