import { FileButton, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import styles from '../campaign.module.css';
import { editAt } from './draft-edits.ts';
import type { Editing } from './use-edits.ts';

const titles: Readonly<Record<string, string>> = {
  emblem: 'Logo',
  hero: 'Drawing on HOME',
  pattern: 'Pattern',
  scan: 'How to scan',
  closed: 'Closed',
  mishap: 'Unexpected error',
  character: 'Character',
  particle: 'Particle',
};

const titleOf = (file: string) => titles[file.replace(/^art\/|\.svg$/g, '')] ?? file;

export function PicturesPart({ editing }: { readonly editing: Editing }) {
  const { draft, problems } = editing;
  const [failure, setFailure] = useState<string>();
  const logoFirst = draft.pictures.toSorted(
    (one, other) => Number(other.file.includes('emblem')) - Number(one.file.includes('emblem')),
  );
  return (
    <Stack gap="md">
      <Text size="sm">
        SVG only, so that a picture is sharp at any size: shapes without scripts, styles and links.
      </Text>
      {failure === undefined ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failure}
        </Text>
      )}
      {logoFirst.map((picture) => {
        const found = problems.filter(({ file }) => file === picture.file);
        return (
          <div key={picture.file}>
            <Picture editing={editing} picture={picture} fail={setFailure} />
            {found.map(({ text }) => (
              <Text key={text} size="sm" c="var(--mantine-color-error)">
                {text}
              </Text>
            ))}
          </div>
        );
      })}
    </Stack>
  );
}

type PictureProps = {
  readonly editing: Editing;
  readonly picture: Editing['draft']['pictures'][number];
  readonly fail: (sentence: string | undefined) => void;
};

function Picture({ editing, picture, fail }: PictureProps) {
  const { file, svg, bytesMax } = picture;
  const { edits, change, mayEdit } = editing;
  const edit = editAt(edits.list, { file, path: [] });
  const shown = typeof edit?.value === 'string' ? edit.value : svg;
  const take = async (chosen: File | null) => {
    if (chosen === null) return;
    if (chosen.size > bytesMax) {
      fail(
        `${titleOf(file)}: the file has ${formatCount(chosen.size)} bytes, ${formatCount(bytesMax)} at most. Draw less, or round its numbers.`,
      );
      return;
    }
    fail(undefined);
    change([{ file, path: [], value: (await chosen.text()).trim(), before: svg }]);
  };
  return (
    <Group gap="md" wrap="nowrap">
      <img
        className={styles['picture']}
        src={`data:image/svg+xml,${encodeURIComponent(shown)}`}
        alt={titleOf(file)}
      />
      <div>
        <Text size="sm" fw={600}>
          {titleOf(file)}
          {edit ? ' (changed)' : ''}
        </Text>
        <Text size="sm" c="dimmed">
          {file}, {formatCount(bytesMax)} bytes at most
        </Text>
        {mayEdit ? (
          <FileButton accept="image/svg+xml,.svg" onChange={(chosen) => void take(chosen)}>
            {(props) => (
              <Button {...props} variant="default" mt={4} aria-label={`Replace ${titleOf(file)}`}>
                Replace
              </Button>
            )}
          </FileButton>
        ) : null}
      </div>
    </Group>
  );
}
