// A modal dialog makes everything outside it inert, so notices are rendered in the top one.
import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icons.tsx';
import { attempt } from '../optional.ts';
import { NoBreak } from './no-break.tsx';
import './notice-regions.css';

type ShownNotice = { text: string; number: number; onClose: () => void };

export type ShownNotices = {
  notification: ShownNotice | null;
  toast: ShownNotice | null;
  closeLabel: string;
  /** The number of the newest notice that screen readers were told. */
  told: RefObject<number>;
};

export const NoticesContext = createContext<ShownNotices | null>(null);

export function NoticeRegions() {
  const shown = use(NoticesContext);
  if (shown === null) return null;
  return (
    <>
      <NoticeRegion {...shown} variant="notification" notice={shown.notification} />
      <NoticeRegion {...shown} variant="toast" notice={shown.toast} />
    </>
  );
}

type NoticeRegionProps = Pick<ShownNotices, 'closeLabel' | 'told'> & {
  variant: 'notification' | 'toast';
  notice: ShownNotice | null;
};

/** Nothing is read out, and the notice is part of a region all the same. */
const silent = { role: 'status', 'aria-live': 'off' } as const;

function NoticeRegion({ variant, notice, closeLabel, told }: NoticeRegionProps) {
  const region = useRef<HTMLDivElement>(null);
  const isTold = useTold(notice?.number ?? 0, told);
  useLayoutEffect(() => {
    const element = region.current;
    if (notice === null || !element) return;
    const isOpen = attempt(() => {
      if (!element.matches(':popover-open')) element.showPopover();
      return element.matches(':popover-open');
    }, false);
    // A popover that is not open would be hidden.
    if (!isOpen) element.removeAttribute('popover');
  }, [notice]);
  const shown = notice && (
    <div className="notice" key={notice.number}>
      <p>
        <NoBreak text={notice.text} />
      </p>
      <IconButton label={closeLabel} onClick={notice.onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
  return (
    <div ref={region} popover="manual" className={`notice-region notice-region-${variant}`}>
      <div role={variant === 'notification' ? 'alert' : 'status'}>{isTold && shown}</div>
      <div {...silent}>{!isTold && shown}</div>
    </div>
  );
}

/** A dialog that opens or closes would interrupt a screen reader. */
const stillMs = 500;

/** Whether it is told here: once, as soon as no dialog has moved it for a while. */
function useTold(number: number, told: RefObject<number>): boolean {
  const [toldHere, setToldHere] = useState(0);
  useEffect(() => {
    if (number <= told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = number;
      setToldHere(number);
    }, stillMs);
    return () => clearTimeout(timer);
  }, [number, told]);
  return toldHere === number;
}
