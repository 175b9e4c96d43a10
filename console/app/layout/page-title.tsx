import { Text, Title, VisuallyHidden } from '@mantine/core';
import { use, useEffect, useRef, type ReactNode } from 'react';
import { ConsoleContext } from '../console-context.ts';

type Props = {
  readonly children: string;
  /** Below the title: what the page is for, or when it was read. */
  readonly note?: ReactNode;
  /** The page shows its title in another way. */
  readonly isHidden?: boolean;
};

/** Takes the focus after a navigation, so that a screen reader starts here. */
export function PageTitle({ children, note, isHidden = false }: Props) {
  // Before the sign-in no campaign is known.
  const session = use(ConsoleContext)?.session;
  const where = session && !session.isHome ? session.campaign.name : 'Inaam console';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · ${where}`;
    if (isFirstPage) isFirstPage = false;
    else heading.current?.focus();
  }, [children, where]);
  const title = (
    <Title order={1} ref={heading} tabIndex={-1} lts="var(--console-tight)">
      {children}
    </Title>
  );
  if (isHidden) return <VisuallyHidden component="div">{title}</VisuallyHidden>;
  if (note === undefined) return title;
  return (
    <div>
      {title}
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </div>
  );
}

/** On the first page the browser starts at the top, with the skip link. */
let isFirstPage = true;
