// Hands the global notification and the toast to whatever shows them, each for `toastMs`: the page, or the dialog
// that lies over it.
import { toastDurationMs } from '@inaam/contract/limits.ts';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand/react';
import { NoticeRegions, NoticesContext } from './notice-regions.tsx';
import type { Notice, Notices } from './notices.ts';
import { openDialogs } from './open-dialogs.ts';

type NoticeStackProps = { notices: Notices; close: string; children: ReactNode };

export function NoticeStack({ notices, close, children }: NoticeStackProps) {
  const { notification, toast } = useStore(notices.store);
  const isFree = useStore(openDialogs, ({ ids }) => ids.length === 0);
  useLifetime(notification, notices.close);
  useLifetime(toast, notices.close);
  const shown = useMemo(
    () => ({ notification, toast, close, onClose: notices.close }),
    [notification, toast, close, notices],
  );
  return (
    <NoticesContext value={shown}>
      {children}
      {isFree && <NoticeRegions />}
    </NoticesContext>
  );
}

function useLifetime(notice: Notice | null, onClose: (notice: Notice) => void): void {
  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(() => onClose(notice), toastDurationMs);
    return () => clearTimeout(timer);
  }, [notice, onClose]);
}
