// The two places of notices on the screen: top right and bottom centre. In the dialog that lies on top, if there is
// one: everything outside of it is out of reach, for a finger as for a screen reader.
import { createContext, use, useLayoutEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import type { Notice } from './notices.ts';
import { watchDialogs } from './open-dialogs.ts';
import './notice-regions.css';

export type ShownNotices = {
  notification: Notice | null;
  toast: Notice | null;
  /** Name of the button that takes a notice away. */
  close: string;
  onClose: (notice: Notice) => void;
};

/** Filled by `notice-stack.tsx`; without it there are none. */
export const NoticesContext = createContext<ShownNotices | null>(null);

export function NoticeRegions() {
  const shown = use(NoticesContext);
  if (shown === null) return null;
  const { notification, toast, ...rest } = shown;
  return (
    <>
      <NoticeRegion variant="notification" notice={notification} {...rest} />
      <NoticeRegion variant="toast" notice={toast} {...rest} />
    </>
  );
}

type NoticeRegionProps = Pick<ShownNotices, 'close' | 'onClose'> & {
  variant: 'notification' | 'toast';
  notice: Notice | null;
};

function NoticeRegion({ variant, notice, close, onClose }: NoticeRegionProps) {
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = region.current;
    // Browsers without popovers show it in the page.
    if (notice === null || !element?.showPopover) return undefined;
    const raise = () => {
      element.hidePopover();
      element.showPopover();
    };
    raise();
    return watchDialogs(raise);
  }, [notice]);
  return (
    <div
      ref={region}
      popover="manual"
      className={`notice-region notice-region-${variant}`}
      role={variant === 'notification' ? 'alert' : 'status'}
    >
      {notice && (
        <div className="notice" key={notice.number}>
          <p>{notice.text}</p>
          {variant === 'notification' && (
            <IconButton label={close} onClick={() => onClose(notice)}>
              <CloseIcon />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
}
