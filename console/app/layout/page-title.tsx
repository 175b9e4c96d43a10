import { Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import styles from './layout.module.css';

type Props = {
  readonly children: string;
  /** The page shows its title in another way. */
  readonly isHidden?: boolean;
};

/** Takes the focus after a navigation, so that a screen reader starts here. */
export function PageTitle({ children, isHidden = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} – Inaam console`;
    if (isFirstPage) isFirstPage = false;
    else heading.current?.focus();
  }, [children]);
  const title = (
    <Title order={1} ref={heading} tabIndex={-1} className={styles['title']}>
      {children}
    </Title>
  );
  return isHidden ? <VisuallyHidden component="div">{title}</VisuallyHidden> : title;
}

/** On the first page the browser starts at the top, with the skip link. */
let isFirstPage = true;
