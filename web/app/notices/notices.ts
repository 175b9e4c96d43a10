// Notification: an error, top right. Toast: the result of an action, bottom centre.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Message } from '../../locale/message.ts';

export type Notice = { message: Message; number: number };

export type Notices = {
  store: StoreApi<{ notification: Notice | null; toast: Notice | null }>;
  notify: (message: Message) => void;
  toast: (message: Message) => void;
  close: (notice: Notice) => void;
};

/** The bar says it, too. */
export const isOffline = (notice: Notice | null): boolean => notice?.message === 'errors.offline';

export function createNotices(): Notices {
  const store: Notices['store'] = createStore(() => ({ notification: null, toast: null }));
  let number = 0;
  const next = (message: Message): Notice => ({ message, number: ++number });
  return {
    store,
    notify: (message) => store.setState({ notification: next(message) }),
    toast: (message) => store.setState({ toast: next(message) }),
    close: (notice) =>
      store.setState(({ notification, toast }) => ({
        notification: notification === notice ? null : notification,
        toast: toast === notice ? null : toast,
      })),
  };
}
