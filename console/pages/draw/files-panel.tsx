import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { drawFiles, drawProgramsPath } from '@inaam/contract/console/draw.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { useAnnounce } from '../../ui/announcer.tsx';
import { failureOf } from '../../app/calls/send-call.ts';
import { useAddress, useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import { countOf, formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';
import styles from './draw.module.css';
import { formatBytes, verifierCommand, type Draw } from './verification-words.ts';

type FileRow = {
  readonly name: string;
  readonly what: string;
  readonly size?: string;
  /** Undefined: it cannot be downloaded now. */
  readonly href: string | undefined;
};

const minuteMs = 60_000;

type Props = { readonly draw: Draw; readonly mayDownload: boolean };

export function FilesPanel({ draw, mayDownload }: Props) {
  const { call, reason: remembered, rememberReason } = useConsole();
  const announce = useAnnounce();
  const addressOf = useAddress();
  const allow = useMutation({
    mutationFn: (reason: string) => call('allowDrawFiles', { reason }),
    onSuccess: (_allowed, reason) => {
      rememberReason(reason);
      announce('The files can be downloaded.');
    },
  });
  const { data: allowed, reset } = allow;
  useEffect(() => {
    if (!allowed) return undefined;
    // Later the links would be refused.
    const timer = setTimeout(reset, allowed.minutes * minuteMs);
    return () => clearTimeout(timer);
  }, [allowed, reset]);
  return (
    <Panel title="Files, programs and rules">
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <FileList
            name="Files of the draw"
            rows={drawRowsOf(draw, allowed !== undefined, addressOf)}
          />
          {allowed ? (
            <Text size="sm">
              All four can be downloaded for {allowed.minutes} minutes, up to entry{' '}
              {formatCount(allowed.entries)}.
            </Text>
          ) : null}
          {mayDownload && !allowed ? (
            <ReasonToDownload
              initial={remembered}
              isPending={allow.isPending}
              send={(reason) => allow.mutate(reason)}
            />
          ) : null}
          {allow.error ? <FailureNotice failure={failureOf(allow.error)} /> : null}
        </div>
        <div className={styles['column']}>
          <FileList name="Programs and rules" rows={draw.programs.map(programRowOf)} />
          <OwnCheck draw={draw} />
          <Text size="sm" c="dimmed">
            The page for shoppers has the published ones too:{' '}
            <PublicLink href={draw.addresses.page} />.
          </Text>
        </div>
      </div>
    </Panel>
  );
}

/** Undefined if the console does not know the site's origin. */
const published = (address: string) => (address.startsWith('/') ? undefined : address);

function drawRowsOf(
  { addresses, head, reveal }: Draw,
  isAllowed: boolean,
  addressOf: (address: string) => string,
): FileRow[] {
  const hrefOf = (name: keyof typeof drawFiles) => {
    if (isAllowed) return addressOf(drawFiles[name]);
    return name === 'ledger' && reveal.at === null ? undefined : published(addresses[name]);
  };
  const rows: FileRow[] = [
    {
      name: 'Commitment document',
      what: 'Deck, rules, fixed rewards and dates; its SHA-256 is the commitment',
      href: hrefOf('commitment'),
    },
    {
      name: 'Amendments',
      what: 'What was added since, as lines of the ledger',
      href: hrefOf('amendments'),
    },
    {
      name: 'Head',
      what: 'How many entries the ledger has, and the hash of the last one',
      href: hrefOf('head'),
    },
    {
      name: 'Ledger',
      what: `${countOf(head.entries, 'entry', 'entries')} with pseudonyms, no personal data`,
      href: hrefOf('ledger'),
    },
  ];
  if (reveal.at === null) return rows;
  const secret = { name: 'Secret', what: 'What shuffled the deck' };
  return [...rows, { ...secret, href: published(addresses.secret) }];
}

const programWords: Readonly<Record<string, string>> = {
  'verifier.zip':
    'Verifier for Node 24, with rules and guide. Before the reveal it checks all but the cards',
  'draw-format.md': 'Rules and formats, to write a verifier of your own',
  'guide-for-auditors.md': 'How to check a draw, step by step',
};

const programRowOf = ({ name, bytes }: Draw['programs'][number]): FileRow => ({
  name,
  what: programWords[name] ?? '',
  size: formatBytes(bytes),
  href: `${drawProgramsPath}${name}`,
});

function FileList({ name, rows }: { name: string; rows: readonly FileRow[] }) {
  const heading = useId();
  return (
    <div>
      <Title order={3} id={heading}>
        {name}
      </Title>
      <ul className={styles['files']} aria-labelledby={heading}>
        {rows.map((row) => (
          <li key={row.name}>
            {row.href === undefined ? (
              <Text size="sm" fw={600}>
                {row.name}
              </Text>
            ) : (
              <Anchor href={row.href} download size="sm" fw={600} className={styles['link'] ?? ''}>
                {row.name}
              </Anchor>
            )}
            <Text size="sm">{row.what}</Text>
            {row.size === undefined ? null : (
              <Text size="sm" c="dimmed" className={styles['size'] ?? ''}>
                {row.size}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type ReasonProps = {
  readonly initial: string;
  readonly isPending: boolean;
  readonly send: (reason: string) => void;
};

function ReasonToDownload({ initial, isPending, send }: ReasonProps) {
  const [reason, setReason] = useState(initial);
  const [isChecked, setIsChecked] = useState(false);
  const fault = reasonFault(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault === undefined && !isPending) send(reason.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Text size="sm" mb="xs">
        To download all four as they are now, say why.
      </Text>
      <Group gap="sm" align="flex-end">
        <ReasonField value={reason} change={setReason} fault={isChecked ? fault : undefined} />
        <Button type="submit" variant="default" loading={isPending}>
          Prepare the files
        </Button>
      </Group>
    </form>
  );
}

/** A link if the console knows the site's origin. */
export function PublicLink({ href }: { href: string }) {
  if (href.startsWith('/')) return <>{href} on the site</>;
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
      {href.replace(/^https?:\/\//, '')}
    </Anchor>
  );
}

function OwnCheck({ draw }: { draw: Draw }) {
  const { campaign, commitment, reveal, addresses } = draw;
  const isRevealed = reveal.at !== null;
  const command = verifierCommand(campaign, commitment.hash, isRevealed);
  const origin = addresses.page.startsWith('/')
    ? 'https://win.example'
    : addresses.page.slice(0, -6);
  return (
    <details className={styles['own']}>
      <summary>Verify it yourself, in four steps</summary>
      <ol>
        <li>
          <Text size="sm">
            Download the {isRevealed ? 'five files' : 'four files'} and verifier.zip into one
            folder.
          </Text>
        </li>
        <li>
          <Text size="sm">
            Run the verifier there, with Node 24.
            {isRevealed ? null : ' Before the reveal it checks all but the cards:'}
          </Text>
          <CommandText command={command} label="Copy the verifier's command" />
        </li>
        <li>
          <Text size="sm">
            Exit code 0 means valid, 1 not valid, with the first wrong line. A head that you saved
            earlier shows that nothing before it was rewritten: add it with --through.
          </Text>
        </li>
        <li>
          <Text size="sm">Where Inaam is installed, one command compares with the site:</Text>
          <CommandText
            command={`npx inaam ledger verify --site ${origin}`}
            label="Copy the site's comparison"
          />
        </li>
      </ol>
    </details>
  );
}
