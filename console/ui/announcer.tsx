import { notifications } from '@mantine/notifications';
import { VisuallyHidden } from '@mantine/core';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';

type Announce = (text: string) => void;

const AnnounceContext = createContext<Announce>(() => undefined);

/** A permanent live region: one that appears together with its text is often not announced. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', times: 0 });
  const announce = useCallback<Announce>(
    (text) => setSaid(({ times }) => ({ text, times: times + 1 })),
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden component="output" aria-live="polite">
        <span key={said.times}>{said.text}</span>
      </VisuallyHidden>
    </AnnounceContext>
  );
}

export function useAnnounce(): Announce {
  return use(AnnounceContext);
}

const shownMs = 15_000;

export function showSuccess(title: string, message: string): void {
  notifications.show({
    title,
    message,
    role: 'status',
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': 'Close' },
    // Mantine's default is too pale.
    styles: { description: { color: 'var(--mantine-color-text)' } },
  });
}
