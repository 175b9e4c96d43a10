import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import styles from './page-title.module.css';

/** Takes the focus after a navigation, so that a screen reader starts here. */
export function PageTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} – Inaam console`;
    if (isFirstPage) isFirstPage = false;
    else heading.current?.focus();
  }, [children]);
  return (
    <Title order={1} ref={heading} tabIndex={-1} className={styles['title']}>
      {children}
    </Title>
  );
}

/** On the first page the browser starts at the top, with the skip link. */
let isFirstPage = true;
