// A modal dialog makes everything outside it inert, so notices are rendered in the top one.
import { createContext, use, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { attempt } from '../optional.ts';
import { watchDialogs } from './open-dialogs.ts';
import { NoBreak } from './no-break.tsx';
import './notice-regions.css';

type ShownNotice = { text: string; number: number; onClose: () => void };

export type ShownNotices = {
  notification: ShownNotice | null;
  toast: ShownNotice | null;
  closeLabel: string;
};

export const NoticesContext = createContext<ShownNotices | null>(null);

export function NoticeRegions() {
  const shown = use(NoticesContext);
  if (shown === null) return null;
  const { notification, toast, closeLabel } = shown;
  return (
    <>
      <NoticeRegion variant="notification" notice={notification} closeLabel={closeLabel} />
      <NoticeRegion variant="toast" notice={toast} closeLabel={closeLabel} />
    </>
  );
}

type NoticeRegionProps = {
  variant: 'notification' | 'toast';
  notice: ShownNotice | null;
  closeLabel: string;
};

function NoticeRegion({ variant, notice, closeLabel }: NoticeRegionProps) {
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = region.current;
    if (notice === null || !element) return undefined;
    const raise = () => {
      const isRaised = attempt(() => {
        element.hidePopover();
        element.showPopover();
        return element.matches(':popover-open');
      }, false);
      // A popover that is not open would be hidden.
      if (!isRaised) element.removeAttribute('popover');
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
          <p>
            <NoBreak text={notice.text} />
          </p>
          <IconButton label={closeLabel} onClick={notice.onClose}>
            <CloseIcon />
          </IconButton>
        </div>
      )}
    </div>
  );
}
