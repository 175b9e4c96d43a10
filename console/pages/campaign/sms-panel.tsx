import { Code, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { useConsole } from '../../app/console-context.ts';
import { QueryResult } from '../../app/query-result.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount, languageName } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { sortedFindings, type Finding } from './campaign.rules.ts';
import styles from './campaign.module.css';
import { LevelIcon } from '../../ui/states.tsx';

type Sms = AnswerOf<'readSms'>;

export function SmsPanel() {
  const { call } = useConsole();
  const answer = useQuery({ queryKey: ['campaign', 'sms'], queryFn: () => call('readSms', {}) });
  return (
    <Panel title="SMS">
      <QueryResult query={answer} what="the SMS" heights={[160]}>
        {(sms) => <Templates sms={sms} />}
      </QueryResult>
    </Panel>
  );
}

function Templates({ sms: { language, templates, findings } }: { readonly sms: Sms }) {
  return (
    <>
      <Text size="sm">
        Everybody gets them in {languageName(language)}, as they are registered with the operators,
        whatever the language of the page. Codes and days are samples.
      </Text>
      <Findings findings={findings} />
      <ul className={styles['templates']} aria-label="SMS">
        {templates.map((template) => (
          <Template key={template.name} template={template} />
        ))}
      </ul>
    </>
  );
}

function Template({ template }: { readonly template: Sms['templates'][number] }) {
  const { name, sample, registered, encoding, length, lengthMax, segments } = template;
  const { category, headerId, templateId, entityId } = template;
  return (
    <li>
      <Title order={3} size="h5" mb={4}>
        {name.charAt(0).toUpperCase()}
        {name.slice(1)}
      </Title>
      <p className={styles['message']}>
        {sample ?? 'It cannot be written with sample values: see above.'}
      </p>
      <Facts
        isNarrow
        facts={[
          { label: 'Length', value: `${formatCount(length)} of ${formatCount(lengthMax)}` },
          { label: 'Segments', value: formatCount(segments) },
          { label: 'Encoding', value: encoding },
          {
            label: 'DLT',
            value: `${category}, header ${headerId}, template ${templateId}, entity ${entityId}`,
            isWide: true,
          },
        ]}
      />
      <details className={styles['folded']}>
        <summary>As registered</summary>
        <p>{registered}</p>
      </details>
    </li>
  );
}

/** Text between backquotes is a command or a name to type. */
function InlineCode({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, place) => (place % 2 === 1 ? <Code key={`${place} ${part}`}>{part}</Code> : part));
}

const levels = { fault: 'act', warning: 'look', skipped: 'none', ok: 'well' } as const;
const words = { fault: 'Fault', warning: 'Warning', skipped: 'Not checked', ok: 'Passed' } as const;

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <Stack component="ul" gap={10} aria-label="Findings">
      {sortedFindings(findings).map((finding) => (
        <Line key={finding.check} finding={finding} />
      ))}
    </Stack>
  );
}

function Line({ finding: { check, state, found, mend } }: { readonly finding: Finding }) {
  return (
    <li className={styles['finding']} data-level={levels[state]}>
      <LevelIcon level={levels[state]} />
      <div>
        <Text size="sm">
          <b>
            {check.charAt(0).toUpperCase()}
            {check.slice(1)}
          </b>{' '}
          <Text inherit span fw={600} c="var(--level)">
            {words[state]}
          </Text>
        </Text>
        <Text size="sm">
          <InlineCode text={found} />
        </Text>
        {mend === null ? null : (
          <Text size="sm">
            <InlineCode text={mend} />
          </Text>
        )}
      </div>
    </li>
  );
}
