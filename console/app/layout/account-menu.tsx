import { Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { LeaveIcon } from '../../ui/icons.tsx';
import { useConsole } from '../console-context.ts';
import { initialOf } from './campaign-colors.ts';
import styles from './layout.module.css';

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system' },
] as const;

export function AccountMenu() {
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
          Signed in as {role}
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
