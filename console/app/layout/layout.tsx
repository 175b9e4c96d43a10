import {
  Anchor,
  AppShell,
  Badge,
  Box,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import {
  CampaignIcon,
  DrawIcon,
  LeaveIcon,
  LogIcon,
  PersonIcon,
  ReviewIcon,
  StockIcon,
  OverviewIcon,
} from '../../ui/icons.tsx';
import { CampaignSwitch } from '../campaign-switch.tsx';
import { mayCall, useConsole } from '../console-context.ts';
import styles from './layout.module.css';

const pages = [
  { path: '/', label: 'Overview', Icon: OverviewIcon, call: 'readOverview' },
  { path: '/person', label: 'Find a shopper', Icon: PersonIcon, call: 'findPerson' },
  { path: '/deliveries', label: 'Stock and delivery', Icon: StockIcon, call: 'readStock' },
  { path: '/review', label: 'Review', Icon: ReviewIcon, call: 'readReview' },
  { path: '/draw', label: 'Draw', Icon: DrawIcon, call: 'readDraw' },
  { path: '/campaign', label: 'Campaign', Icon: CampaignIcon, call: 'readCampaign' },
  { path: '/activity', label: 'Activity', Icon: LogIcon, call: 'readAudits' },
] as const;

export function Layout({ children }: { children: ReactNode }) {
  const [isOpen, menu] = useDisclosure(false);
  const [path] = useLocation();
  const { session } = useConsole();
  return (
    <>
      <a className={styles['skip']} href="#content">
        Skip to the content
      </a>
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'sm', sm: 'lg' }}
      >
        <AppShell.Header className={styles['bar']}>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" className={styles['campaign']}>
              <Burger
                opened={isOpen}
                onClick={menu.toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
                aria-expanded={isOpen}
              />
              <CampaignSwitch />
              {session.isDemo ? (
                <Badge variant="light" className={styles['whole']}>
                  Demo
                </Badge>
              ) : null}
            </Group>
            <AccountMenu />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" className={styles['bar']} aria-label="Pages">
          <ScrollArea>
            {pages
              .filter(({ call }) => mayCall(session.account.role, call))
              .map(({ path: to, label, Icon }) => (
                <NavLink
                  key={to}
                  onClick={menu.close}
                  component={Link}
                  href={to}
                  label={label}
                  leftSection={<Icon />}
                  active={path === to || path.startsWith(`${to}/`)}
                  aria-current={path === to ? 'page' : undefined}
                  className={styles['link']}
                />
              ))}
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main className={styles['main']} id="content" tabIndex={-1}>
          <div className={styles['content']}>{children}</div>
        </AppShell.Main>
      </AppShell>
    </>
  );
}

function AccountMenu() {
  const { session, leave } = useConsole();
  const { name, role } = session.account;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          className={styles['account']}
          aria-label={`${name}, account`}
        >
          <Text size="sm" c="var(--mantine-color-text)" truncate maw={200} visibleFrom="sm">
            {name}
          </Text>
          <Box hiddenFrom="sm" className={styles['figure'] ?? ''}>
            <PersonIcon size={20} />
          </Box>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}, {role}
        </Menu.Label>
        <Menu.Item leftSection={<LeaveIcon />} onClick={() => void leave('signOut')}>
          Sign out
        </Menu.Item>
        <Menu.Item leftSection={<LeaveIcon />} onClick={() => void leave('signOutEverywhere')}>
          Sign out everywhere
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function NotFound() {
  return (
    <Text>
      There is no such page.{' '}
      <Anchor component={Link} href="/">
        Go to Overview
      </Anchor>
    </Text>
  );
}
