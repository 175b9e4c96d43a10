import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { CommandText } from '../../ui/facts.tsx';
import { countOf } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './draw.module.css';
import { verifierCommand, type Draw } from './verification-words.ts';

type FileRow = {
  readonly name: string;
  readonly what: string;
  /** Undefined: it is not published, or the console does not know the site's origin. */
  readonly href: string | undefined;
};

export function FilesPanel({ draw }: { readonly draw: Draw }) {
  return (
    <Panel title="Files, programs and rules">
      <div className={styles['columns']}>
        <Stack gap="md" className={styles['column'] ?? ''}>
          <FileList name="Files of the draw" rows={drawRowsOf(draw)} />
          {draw.reveal.at === null ? (
            <>
              <Text size="sm">
                The ledger is published after the reveal. Until then, an operator writes all four
                files for an auditor:
              </Text>
              <CommandText
                command={'npx inaam ledger export --folder for-the-auditor --why "the audit"'}
                label="Copy the command that writes the files"
              />
            </>
          ) : null}
        </Stack>
        <Stack gap="md" className={styles['column'] ?? ''}>
          <FileList name="Programs and rules" rows={programRowsOf(draw)} />
          <OwnCheck draw={draw} />
          <Text size="sm" c="dimmed">
            The page for shoppers has them too: <PublicLink href={draw.addresses.page} />.
          </Text>
        </Stack>
      </div>
    </Panel>
  );
}

/** Undefined if the console does not know the site's origin. */
const published = (address: string) => (address.startsWith('/') ? undefined : address);

const row = (name: string, what: string, address: string): FileRow => ({
  name,
  what,
  href: published(address),
});

function drawRowsOf({ addresses, head, reveal }: Draw): FileRow[] {
  const entries = countOf(head.entries, 'entry', 'entries');
  const { commitment, amendments, ledger, secret } = addresses;
  const document = 'Deck, rules, fixed rewards and dates; its SHA-256 is the commitment';
  const pseudonyms = row('Ledger', `${entries} with pseudonyms, no personal data`, ledger);
  return [
    row('Commitment document', document, commitment),
    row('Amendments', 'What was added since, as lines of the ledger', amendments),
    row('Head', 'How many entries the ledger has, and the hash of the last one', addresses.head),
    ...(reveal.at === null
      ? [{ ...pseudonyms, href: undefined }]
      : [pseudonyms, row('Secret', 'What shuffled the deck', secret)]),
  ];
}

const programs = {
  'verifier.zip':
    'Verifier for Node 24, with rules and guide. Before the reveal it checks all but the cards',
  'draw-format.md': 'Rules and formats, to write a verifier of your own',
  'guide-for-auditors.md': 'How to check a draw, step by step',
};

const programRowsOf = ({ addresses }: Draw): FileRow[] =>
  Object.entries(programs).map(([name, what]) => ({
    name,
    what,
    href: published(`${addresses.page}${name}`),
  }));

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
              <Anchor
                href={row.href}
                target="_blank"
                rel="noreferrer"
                size="sm"
                fw={600}
                className={styles['link'] ?? ''}
              >
                {row.name}
              </Anchor>
            )}
            <Text size="sm">{row.what}</Text>
          </li>
        ))}
      </ul>
    </div>
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

function OwnCheck({ draw: { commitment, reveal } }: { draw: Draw }) {
  const isRevealed = reveal.at !== null;
  return (
    <details className={styles['own']}>
      <summary>Verify it yourself, in three steps</summary>
      <ol>
        <li>
          <Text size="sm">
            Save the {isRevealed ? 'five files' : 'four files'} and verifier.zip in one folder.
          </Text>
        </li>
        <li>
          <Text size="sm">
            Run the verifier there, with Node 24.
            {isRevealed ? null : ' Before the reveal it checks all but the cards:'}
          </Text>
          <CommandText
            command={verifierCommand(commitment.hash, isRevealed)}
            label="Copy the verifier's command"
          />
        </li>
        <li>
          <Text size="sm">
            Exit code 0 means valid, 1 not valid, with the first wrong line. A head that you saved
            earlier shows that nothing before it was rewritten: add it with --through.
          </Text>
        </li>
      </ol>
    </details>
  );
}
