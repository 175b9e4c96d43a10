import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand/react';
import { useApp, useWords } from '../use-app.ts';
import { isOffline } from '../notices/notices.ts';
import './offline-bar.css';

export function OfflineBar() {
  const { network, notices } = useApp();
  const { errors } = useWords();
  const { isOnline, isWaiting } = useStore(network.store);
  const isPressed = useStore(notices.store, ({ notification }) => isOffline(notification));
  const bar = useRef<HTMLOutputElement>(null);
  // The page can be scrolled clear of it. Reading its height forces a layout: only if it is shown.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (isOnline) style.removeProperty('--offline-bar-height');
    else style.setProperty('--offline-bar-height', `${bar.current?.offsetHeight ?? 0}px`);
  });
  return (
    <output ref={bar} className="offline-bar">
      {!isOnline && (
        <p className={isPressed ? 'offline-pressed' : ''}>
          <strong>{errors.offline}</strong>{' '}
          <span>{isWaiting ? errors.goesOn : errors.offlineNow}</span>
        </p>
      )}
    </output>
  );
}
