// Focus moves to a new screen's content, so that a screen reader starts there.
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Emblem } from './illustration.tsx';
import { IconButton } from './button.tsx';
import { Icon } from './icons.tsx';
import { NoBreak } from './no-break.tsx';
import './page.css';
import { fill } from '@inaam/campaigns/public/fill.ts';

type PageProps = {
  /** A new key replaces the content and keeps the header. */
  contentKey?: string | undefined;
  brand: string;
  menuLabel: string;
  skipLabel: string;
  notice: string | undefined;
  steps?: StepsProps | undefined;
  languageSwitch: ReactNode;
  onMenu: () => void;
  children: ReactNode;
};

export function Page({
  contentKey,
  brand,
  menuLabel,
  skipLabel,
  notice,
  steps,
  languageSwitch,
  onMenu,
  children,
}: PageProps) {
  const content = useRef<HTMLElement>(null);
  return (
    <div className="page">
      {/* A link to #content would add an entry to the browser's history. */}
      <button type="button" className="page-skip" onClick={() => content.current?.focus()}>
        {skipLabel}
      </button>
      {/* A landmark, for people who navigate by landmarks. */}
      {notice !== undefined && (
        <aside className="page-notice">
          <NoBreak text={notice} />
        </aside>
      )}
      <header className="page-header">
        <span className="page-brand">
          <Emblem />
          {brand}
        </span>
        {languageSwitch}
        <IconButton label={menuLabel} onClick={onMenu}>
          <Icon name="menu" />
        </IconButton>
      </header>
      {steps && <Steps {...steps} />}
      <Content key={contentKey} ref={content}>
        {children}
      </Content>
    </div>
  );
}

type ContentProps = { ref: RefObject<HTMLElement | null>; children: ReactNode };

function Content({ ref, children }: ContentProps) {
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    if (ref.current?.contains(document.activeElement)) return;
    ref.current?.focus({ preventScroll: true });
  }, [ref]);
  return (
    <main className="page-content" ref={ref} tabIndex={-1}>
      {children}
    </main>
  );
}

type StepsProps = {
  label: string;
  names: readonly string[];
  activeIndex: number;
  announcement: string;
};

function Steps({ label, names, activeIndex, announcement }: StepsProps) {
  const text = fill(announcement, {
    step: activeIndex + 1,
    steps: names.length,
    name: names[activeIndex] ?? '',
  });
  return (
    <nav className={activeIndex === 0 ? 'steps steps-first' : 'steps'} aria-label={label}>
      <p className="visually-hidden">{text}</p>
      <ol aria-hidden="true">
        {names.map((name, index) => (
          <li
            key={name}
            className={index < activeIndex ? 'done' : index === activeIndex ? 'now' : ''}
          >
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
