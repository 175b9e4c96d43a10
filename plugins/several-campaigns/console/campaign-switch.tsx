import { Combobox, Text, UnstyledButton, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { addressOfCampaign, useConsole } from '@inaam/console/app/console-context.ts';
import { matches } from './campaign-list.ts';
import styles from './campaigns.module.css';

/** The value of what opens the list. */
const all = '';

/** The campaign's name in the header: it opens a search among the others, and their list. */
export function CampaignSwitch() {
  const { campaign, campaigns } = useConsole().session;
  const [term, setTerm] = useState('');
  const box = useCombobox({
    onDropdownClose: () => {
      box.resetSelectedOption();
      box.focusTarget();
      setTerm('');
    },
    onDropdownOpen: () => box.focusSearchInput(),
  });
  const { dropdownOpened: isOpen, selectActiveOption, selectFirstOption } = box;
  useEffect(() => {
    if (!isOpen) return;
    if (term === '') selectActiveOption();
    else selectFirstOption();
  }, [isOpen, term, selectActiveOption, selectFirstOption]);
  const found = campaigns.filter(({ name }) => matches(name, term));
  // Loads the page anew, so that nothing of the other campaign stays in it.
  const open = (id: string) =>
    window.location.assign(id === all ? '/' : addressOfCampaign(id, '/'));
  return (
    <Combobox
      store={box}
      width={320}
      position="bottom-start"
      withinPortal={false}
      onOptionSubmit={open}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton className={styles['switch']} onClick={() => box.toggleDropdown()}>
          <Text component="span" fw={600} truncate>
            {campaign.name}
          </Text>
          <Combobox.Chevron />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
          placeholder="Search campaigns"
          aria-label="Search campaigns"
          classNames={{ input: styles['search'] }}
        />
        <Combobox.Options aria-label="Campaigns" mah={320} className={styles['options'] ?? ''}>
          {found.map(({ id, name, role }) => (
            <Combobox.Option key={id} value={id} active={id === campaign.id}>
              <span className={styles['option']}>
                <Text component="span" size="sm" fw={id === campaign.id ? 600 : 400} truncate>
                  {name}
                </Text>
                <Text component="span" size="xs" c="dimmed">
                  {role}
                </Text>
              </span>
            </Combobox.Option>
          ))}
          <Combobox.Option value={all} className={styles['all'] ?? ''}>
            All campaigns
          </Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
