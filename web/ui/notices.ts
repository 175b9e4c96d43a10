// What floats over the screens for a moment: the global notification (top right; the shared handling of errors)
// and the toast (bottom centre; the result of a screen's own action). Each new one takes the place of the old.
import { createStore, type StoreApi } from 'zustand/vanilla';

export type Notice = { text: string; number: number };
type Shown = { notification: Notice | null; toast: Notice | null };

export type Notices = {
  store: StoreApi<Shown>;
  notify: (text: string) => void;
  toast: (text: string) => void;
  /** Puts what stands there into other words. */
  reword: (reworded: (text: string) => string) => void;
  /** Takes the notice away, unless a newer one stands in its place already. */
  close: (notice: Notice) => void;
};

export function createNotices(): Notices {
  const store = createStore<Shown>(() => ({ notification: null, toast: null }));
  let number = 0;
  const next = (text: string): Notice => ({ text, number: ++number });
  return {
    store,
    notify: (text) => store.setState({ notification: next(text) }),
    toast: (text) => store.setState({ toast: next(text) }),
    reword: (reworded) =>
      store.setState(({ notification, toast }) => ({
        notification: notification && { ...notification, text: reworded(notification.text) },
        toast: toast && { ...toast, text: reworded(toast.text) },
      })),
    close: (notice) =>
      store.setState(({ notification, toast }) => ({
        notification: notification === notice ? null : notification,
        toast: toast === notice ? null : toast,
      })),
  };
}
