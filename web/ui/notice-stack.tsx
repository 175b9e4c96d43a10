// Shows the global notification and the toast, above dialogs too, each for `toastMs`.
import { toastMs } from '@inaam/contract/limits.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand/react';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import type { Notice, Notices } from './notices.ts';
import { watchDialogs } from './top-layer.ts';
import './notice-stack.css';

export function NoticeStack({ notices, close }: { notices: Notices; close: string }) {
  const { notification, toast } = useStore(notices.store);
  return (
    <>
      <Shelf look="notification" notice={notification} close={close} onClose={notices.close} />
      <Shelf look="toast" notice={toast} close={close} onClose={notices.close} />
    </>
  );
}

type ShelfProps = {
  look: 'notification' | 'toast';
  notice: Notice | null;
  close: string;
  onClose: (notice: Notice) => void;
};

function Shelf({ look, notice, close, onClose }: ShelfProps) {
  const shelf = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = shelf.current;
    // Browsers without popovers show it in the page.
    if (notice === null || !element?.showPopover) return undefined;
    const raise = () => {
      element.hidePopover();
      element.showPopover();
    };
    raise();
    return watchDialogs(raise);
  }, [notice]);
  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(() => onClose(notice), toastMs);
    return () => clearTimeout(timer);
  }, [notice, onClose]);
  return (
    <div
      ref={shelf}
      popover="manual"
      className={`shelf shelf-${look}`}
      role={look === 'notification' ? 'alert' : 'status'}
    >
      {notice && (
        <div className="notice" key={notice.number}>
          <p>{notice.text}</p>
          {look === 'notification' && (
            <IconButton label={close} onClick={() => onClose(notice)}>
              <CloseIcon />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
}
