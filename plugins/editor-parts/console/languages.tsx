import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { CampaignEditing } from '@inaam/console/app/console-context.ts';
import { languageName } from '@inaam/console/ui/format.ts';

const place = { file: 'campaign.json', path: ['languages'] } as const;
const words = (language: string) => ({ file: `words/${language}.json`, path: [] });

export function Languages({ editing }: { readonly editing: CampaignEditing }) {
  const { mayEdit, valueAt, set, newLanguages, moreLanguages } = editing;
  const found = valueAt(place);
  const languages = Array.isArray(found) ? found.map(String) : [];
  const isAdded = (language: string) =>
    newLanguages.includes(language) || moreLanguages.includes(language);
  const add = (language: string) =>
    set([
      { ...place, value: [...languages, language] },
      { ...words(language), value: {} },
    ]);
  const remove = (language: string) =>
    set([{ ...place, value: languages.filter((one) => one !== language) }, words(language)]);
  const more = [...moreLanguages, ...newLanguages].filter((one) => !languages.includes(one));
  return (
    <Stack gap={6}>
      <Text size="sm">
        The first is shown where nothing better is asked for. A new language has the sentences that
        all campaigns share. Save the draft, then write its own ones under Texts: until then each is
        a fault.
      </Text>
      {languages.map((language) => (
        <Group key={language} gap="xs" mih={32}>
          <Text size="sm" w={140}>
            {languageName(language)}
          </Text>
          {mayEdit && isAdded(language) ? (
            <Button
              variant="subtle"
              aria-label={`Remove ${languageName(language)}`}
              onClick={() => remove(language)}
            >
              Remove
            </Button>
          ) : null}
        </Group>
      ))}
      {mayEdit && more.length > 0 ? (
        <Select
          label="Add a language"
          placeholder="Choose"
          data={more.map((tag) => ({ value: tag, label: languageName(tag) }))}
          value={null}
          onChange={(language) => language !== null && add(language)}
          w={240}
        />
      ) : null}
      <Text size="sm" c="dimmed">
        A language of the folder is taken out there, with its file in words/.
      </Text>
    </Stack>
  );
}
