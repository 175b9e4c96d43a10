import { Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useConsole, type CampaignEditing } from '@inaam/console/app/console-context.ts';
import campaignStyles from '@inaam/console/pages/campaign/campaign.module.css';
import { countOf, formatCount } from '@inaam/console/ui/format.ts';
import { smsGroups, type SmsGroup } from './parts.ts';

export function Sms({ editing }: { readonly editing: CampaignEditing }) {
  const { Fields, valueAt } = editing;
  const language = String(valueAt({ file: 'sms.json', path: ['language'] }));
  return (
    <Stack gap="lg">
      <Text size="sm">
        Operators drop an SMS that differs from its registered text, or has another id.
      </Text>
      {smsGroups(valueAt).map((group) => (
        <section key={group.heading} aria-label={group.heading}>
          <Title order={3} size="h5" mb="xs">
            {group.heading}
          </Title>
          <Fields editing={editing} fields={group.fields} />
          <Shown group={group} language={language} />
        </section>
      ))}
    </Stack>
  );
}

const restMs = 400;

/** As a phone shows it, with invented values, and what it costs. */
function Shown({ group, language }: { readonly group: SmsGroup; readonly language: string }) {
  const { call } = useConsole();
  const { kind } = group;
  const [text] = useDebouncedValue(group.text, restMs);
  const { data } = useQuery({
    queryKey: ['draft', 'sms', kind, language, text],
    queryFn: () => call('showSms', { kind, language, text: text.slice(0, 2000) }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  if (!data) return null;
  const { sample, registered, encoding, length, lengthMax, segments, segmentsMost } = data;
  return (
    <div>
      <Text size="sm" fw={500} mt="xs" mb={4}>
        On the phone
      </Text>
      <p className={campaignStyles['message']} lang={language} dir="auto">
        {sample}
      </p>
      <Text size="sm" c="dimmed">
        {countOf(segments, 'SMS', 'SMS')}, {formatCount(length)} of {formatCount(lengthMax)}{' '}
        characters in {encoding}
        {segmentsMost > segments
          ? `; ${formatCount(segmentsMost)} SMS with the longest values`
          : ''}
      </Text>
      <details className={campaignStyles['folded']}>
        <summary>As it is registered</summary>
        <p>{registered}</p>
      </details>
    </div>
  );
}
