import {
  ActionIcon,
  AppShell,
  Badge,
  Box,
  Burger,
  Button,
  Group,
  NativeSelect,
  NavLink,
  ScrollArea,
  Text,
  Menu,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { campaignHomes } from '@inaam/plugins/console.ts';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { SearchIcon, LeaveIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { addressOfCampaign, useConsole, useLookUp } from '../console-context.ts';
import { initialOf } from './campaign-colors.ts';
import { CampaignMark, lineOf } from './campaign-mark.tsx';
import { PageTitle } from './page-title.tsx';
import { pageGroupsOf } from './pages.ts';
import styles from './layout.module.css';

export function Layout({ children }: { children: ReactNode }) {
  const [isOpen, menu] = useDisclosure(false);
  const { session } = useConsole();
  const { campaign, isHome } = session;
  return (
    <div style={isHome ? {} : lineOf(campaign.color)}>
      <a className={styles['skip']} href="#content">
        Skip to the content
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{
          width: 224,
          breakpoint: 'sm',
          collapsed: { mobile: !isOpen, desktop: isHome },
        }}
        padding={{ base: 'md', sm: 'lg' }}
      >
        <AppShell.Header className={styles['header']}>
          {isHome ? null : (
            <Burger
              opened={isOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
              aria-expanded={isOpen}
            />
          )}
          <CampaignName />
          <SearchButton />
          <AccountMenu />
        </AppShell.Header>
        {isHome ? null : (
          <AppShell.Navbar className={styles['bar']} aria-label="Pages">
            <Pages close={menu.close} />
          </AppShell.Navbar>
        )}
        <AppShell.Main
          className={styles['main'] ?? ''}
          bg="var(--console-page)"
          id="content"
          tabIndex={-1}
        >
          <Box maw="84rem" mx="auto">
            {children}
          </Box>
        </AppShell.Main>
      </AppShell>
    </div>
  );
}

function CampaignName() {
  const { campaign, isDemo, isHome } = useConsole().session;
  return (
    <Group gap="xs" wrap="nowrap" flex={1} miw={0}>
      {isHome ? (
        <Text fw={600}>Inaam console</Text>
      ) : (
        <>
          <CampaignMark name={campaign.name} color={campaign.color} />
          <CampaignSwitch />
        </>
      )}
      {isDemo ? (
        <Badge variant="light" flex="none" visibleFrom="xs">
          Demo
        </Badge>
      ) : null}
    </Group>
  );
}

const [home] = campaignHomes;

/** The campaign's name in the header, or a choice of those in which the account has a role. */
function CampaignSwitch() {
  const { session } = useConsole();
  const { campaign, campaigns } = session;
  if (campaigns.length < 2) {
    return (
      <Text fw={600} truncate title={campaign.name}>
        {campaign.name}
      </Text>
    );
  }
  if (home) return <home.Switch />;
  return (
    <NativeSelect
      aria-label="Campaign"
      value={campaign.id}
      data={campaigns.map(({ id, name, role }) => ({ value: id, label: `${name} (${role})` }))}
      // Loads the page anew, so that nothing of the other campaign stays in it.
      onChange={({ currentTarget }) =>
        window.location.assign(addressOfCampaign(currentTarget.value, '/'))
      }
      miw={0}
      styles={{ input: { fontWeight: 600, textOverflow: 'ellipsis' } }}
    />
  );
}

const isInDialog = () => document.querySelector('[aria-modal="true"]') !== null;

/** Opens the page with its field in focus, from anywhere. */
function SearchButton() {
  const lookUp = useLookUp();
  useHotkeys([['mod+K', () => isInDialog() || lookUp?.('')]], []);
  if (lookUp === undefined) return null;
  const usual = { variant: 'default', onClick: () => lookUp(''), 'aria-keyshortcuts': 'Control+K' };
  return (
    <>
      <Button {...usual} leftSection={<SearchIcon />} visibleFrom="sm">
        Find a shopper
      </Button>
      <ActionIcon {...usual} size="lg" hiddenFrom="sm" aria-label="Find a shopper">
        <SearchIcon />
      </ActionIcon>
    </>
  );
}

function Pages({ close }: { close: () => void }) {
  const { session } = useConsole();
  const [path] = useLocation();
  return (
    <ScrollArea flex={1} p="xs">
      {pageGroupsOf(session).map(({ label, pages }) => (
        <Box key={label} py={6}>
          <Text size="xs" c="dimmed" fw={500} px={10} pt={6} pb={4} aria-hidden="true">
            {label}
          </Text>
          <ul aria-label={label}>
            {pages.map(({ path: to, label: name, Icon }) => (
              <li key={to}>
                <NavLink
                  onClick={close}
                  component={Link}
                  href={to}
                  label={name}
                  leftSection={<Icon />}
                  active={path === to || path.startsWith(`${to}/`)}
                  aria-current={path === to ? 'page' : undefined}
                  className={styles['link']}
                />
              </li>
            ))}
          </ul>
        </Box>
      ))}
    </ScrollArea>
  );
}

/** Also where the role may not go: what there is besides is not told. */
export function NotFound() {
  return (
    <>
      <PageTitle isHidden>Page not found</PageTitle>
      <EmptyState
        Icon={SearchIcon}
        title="There is no such page."
        text="The address may be mistyped, or your role does not include this page."
        action={
          <Button component={Link} href="/">
            Go to Overview
          </Button>
        }
      />
    </>
  );
}

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system' },
] as const;

function AccountMenu() {
  const { session, leave } = useConsole();
  const { name, role } = session.account;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={256}>
      <Menu.Target>
        <UnstyledButton className={styles['account']} aria-label={`${name}, account`}>
          <span className={styles['avatar']} data-initial={initialOf(name)} />
          <Text component="span" size="sm" truncate visibleFrom="md">
            {name}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" size="sm" fw={600} c="var(--mantine-color-text)" display="block">
            {name}
          </Text>
          {session.isHome ? null : `Signed in as ${role}`}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(chosen) => {
            const scheme = schemes.find(({ value }) => value === chosen);
            if (scheme) setColorScheme(scheme.value);
          }}
        >
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
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
