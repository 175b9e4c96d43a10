import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core';
import type { CampaignEditing } from '@inaam/console/app/console-context.ts';

const place = { file: 'states.json', path: [] } as const;

export function States({ editing }: { readonly editing: CampaignEditing }) {
  const { mayEdit, problems, set, states, valueAt } = editing;
  const value = valueAt(place);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const found = problems.filter(({ file }) => file === place.file);
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label="States that take part"
        description={`${chosen.length} of ${states.length}`}
        error={found.map(({ text }) => text).join(' ') || undefined}
        value={chosen}
        onChange={(next) =>
          set([{ ...place, value: states.filter((state) => next.includes(state)) }])
        }
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
          {states.map((state) => (
            <Checkbox key={state} value={state} label={state} disabled={!mayEdit} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Text size="sm" c="dimmed">
        A state with a fixed reward must take part.
      </Text>
    </Stack>
  );
}
