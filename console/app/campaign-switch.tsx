import { NativeSelect, Text } from '@mantine/core';
import { addressOfCampaign, useConsole } from './console-context.ts';

/** The campaign's name in the header, or a choice of those in which the account has a role. */
export function CampaignSwitch() {
  const { session } = useConsole();
  const { campaign, campaigns } = session;
  if (campaigns.length < 2) {
    return (
      <Text fw={600} truncate title={campaign.name}>
        {campaign.name}
      </Text>
    );
  }
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
      styles={{ input: { fontWeight: 600, textOverflow: 'ellipsis', minHeight: '2.75rem' } }}
    />
  );
}
