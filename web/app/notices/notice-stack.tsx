import { toastDurationMs } from '@inaam/contract/limits.ts';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand/react';
import { messageText } from '../../locale/message.ts';
import { NoticeRegions, NoticesContext } from '../../ui/notice-regions.tsx';
import { openDialogs } from '../../ui/open-dialogs.ts';
import { isOffline, type Notice } from './notices.ts';
import { useApp, useOnReturn } from '../use-app.ts';

export function NoticeStack({ children }: { children: ReactNode }) {
  const { campaign, network, notices } = useApp();
  const { notification: latest, toast } = useStore(notices.store);
  const hasDialog = useStore(openDialogs, ({ ids }) => ids.length > 0);
  const hasBar = useStore(network.store, ({ isOnline }) => !isOnline) && !hasDialog;
  // Otherwise the page would say it twice.
  const notification = hasBar && isOffline(latest) ? null : latest;
  useOnReturn(() => latest && isOffline(latest) && notices.close(latest));
  useLifetime(latest, notices.close);
  useLifetime(toast, notices.close);
  const told = useRef(0);
  const shown = useMemo(() => {
    const rendered = (notice: Notice | null) =>
      notice && {
        text: messageText(notice.message, campaign),
        number: notice.number,
        onClose: () => notices.close(notice),
      };
    return {
      notification: rendered(notification),
      toast: rendered(toast),
      closeLabel: campaign.words.menu.close,
      told,
    };
  }, [notification, toast, campaign, notices]);
  return (
    <NoticesContext value={shown}>
      {children}
      {!hasDialog && <NoticeRegions />}
    </NoticesContext>
  );
}

function useLifetime(notice: Notice | null, close: (notice: Notice) => void): void {
  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(() => close(notice), toastDurationMs);
    return () => clearTimeout(timer);
  }, [notice, close]);
}
