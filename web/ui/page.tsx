// The frame of every screen: header with brand and menu icon, where the shopper stands, the content. Focus moves
// to the content when a screen comes, so that a screen reader starts there.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Emblem } from './emblem.tsx';
import { IconButton } from './icon-button.tsx';
import { MenuIcon } from './icons.tsx';
import { Steps, type StepsProps } from './steps.tsx';
import './page.css';

type PageProps = {
  brand: string;
  menu: string;
  skip: string;
  /** A sentence over the header, on every page of a demonstration. */
  notice: string | undefined;
  steps?: StepsProps | undefined;
  /** The switch of the language. */
  languages: ReactNode;
  onMenu: () => void;
  children: ReactNode;
};

export function Page({ brand, menu, skip, notice, steps, languages, onMenu, children }: PageProps) {
  const content = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    // A field that asked for the focus keeps it.
    if (content.current?.contains(document.activeElement)) return;
    content.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="page">
      {/* A button, not a link to #content: that would be an entry in the browser's history. */}
      <button type="button" className="page-skip" onClick={() => content.current?.focus()}>
        {skip}
      </button>
      {/* A landmark: what lies in none is passed over by who goes from one to the next. */}
      {notice !== undefined && <aside className="page-notice">{notice}</aside>}
      <header className="page-header">
        <span className="page-brand">
          <Emblem />
          {brand}
        </span>
        {languages}
        <IconButton label={menu} onClick={onMenu}>
          <MenuIcon />
        </IconButton>
      </header>
      {steps && <Steps {...steps} />}
      <main className="page-content" ref={content} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
