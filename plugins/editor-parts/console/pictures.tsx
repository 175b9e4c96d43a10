import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CampaignEditing } from '@inaam/console/app/console-context.ts';
import { Late } from '@inaam/console/app/query-result.tsx';
import { formatCount } from '@inaam/console/ui/format.ts';
import styles from './pictures.module.css';

const titles: Readonly<Record<string, string>> = {
  'art/emblem.svg': 'Logo',
  'art/hero.svg': 'Drawing on HOME',
  'art/pattern.svg': 'Pattern',
  'art/character.svg': 'Character',
  'art/particle.svg': 'Particle',
  'art/hero.avif': 'Photo on HOME, in place of the drawing',
  'art/scan.avif': 'Photo beside “scan the code”',
  'art/closed.avif': 'Photo after the end',
  'art/mishap.avif': 'Photo beside an error',
  'art/wheel.avif': 'Photo of the wheel',
};

/** "Question, kettle" of `art/question-kettle.svg`. */
function titleOf(file: string): string {
  const words = file.replaceAll(/^art\/|\.\w+$/g, '').replaceAll('-', ', ');
  return titles[file] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

type Props = { readonly editing: CampaignEditing };

export function Pictures({ editing }: Props) {
  const { photoTool, pictures, problems } = editing;
  const [failure, setFailure] = useState<string>();
  const shown = pictures
    .filter(({ place, content }) => place === null || content !== null || photoTool)
    .toSorted(
      (one, other) => Number(other.file.includes('emblem')) - Number(one.file.includes('emblem')),
    );
  return (
    <Stack gap="md">
      <Text size="sm">
        Drawings are SVG, sharp at any size: shapes without scripts, styles and links.
        {photoTool ? ' Photos are JPEG, PNG, WebP or AVIF, and made to fit their place.' : null}
      </Text>
      {failure === undefined ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failure}
        </Text>
      )}
      {shown.map((picture) => (
        <div key={picture.file}>
          <Picture {...{ editing, picture }} fail={setFailure} />
          {problems
            .filter(({ file }) => file === picture.file)
            .map(({ text }) => (
              <Text key={text} size="sm" c="var(--mantine-color-error)">
                {text}
              </Text>
            ))}
        </div>
      ))}
    </Stack>
  );
}

type PictureProps = Props & {
  readonly picture: CampaignEditing['pictures'][number];
  readonly fail: (sentence: string | undefined) => void;
};

function Picture({ editing, picture, fail }: PictureProps) {
  const { file, content, isChanged, bytesMax, place } = picture;
  const { mayEdit, photoTool, set, undo } = editing;
  const [photo, setPhoto] = useState<File>();
  const title = titleOf(file);
  const put = (value: string) => set([{ file, path: [], value }]);
  const take = async (chosen: File | null) => {
    fail(undefined);
    if (chosen === null) return;
    if (place !== null) setPhoto(chosen);
    else if (chosen.size <= bytesMax) put((await chosen.text()).trim());
    else {
      fail(
        `${title}: the file has ${formatCount(chosen.size)} bytes, ${formatCount(bytesMax)} at most. Draw less, or round its numbers.`,
      );
    }
  };
  const done = (made: Uint8Array | undefined) => {
    setPhoto(undefined);
    if (made) put(btoa(Array.from(made, (byte) => String.fromCharCode(byte)).join('')));
  };
  return (
    <Group gap="md" wrap="nowrap">
      {content !== null ? (
        <img className={styles['picture']} src={addressOf(file, content)} alt={title} />
      ) : (
        <div className={styles['picture']} />
      )}
      <div>
        <Text size="sm" fw={600}>
          {title}
          {isChanged ? ' (changed)' : ''}
        </Text>
        <Text size="sm" c="dimmed">
          {place === null
            ? `SVG, ${formatCount(bytesMax)} bytes at most`
            : `${place.across} × ${place.down}${content === null ? ', there is none' : ''}`}
        </Text>
        {mayEdit && (place === null || photoTool) ? (
          <Group gap="xs" mt={4}>
            <FileButton
              accept={place === null ? 'image/svg+xml,.svg' : (photoTool?.accept ?? '')}
              onChange={(chosen) => void take(chosen)}
            >
              {(props) => (
                <Button {...props} variant="default" aria-label={`Replace ${title}`}>
                  {content !== null ? 'Replace' : 'Add a photo'}
                </Button>
              )}
            </FileButton>
            {isChanged ? (
              <Button variant="subtle" aria-label={`Undo ${title}`} onClick={() => undo(file)}>
                Undo
              </Button>
            ) : null}
          </Group>
        ) : null}
      </div>
      {photo && place && photoTool ? (
        <Late name="photo" load={photoTool.load}>
          {(Tool) => <Tool {...{ photo, title, done }} place={{ ...place, bytesMax }} />}
        </Late>
      ) : null}
    </Group>
  );
}

const addressOf = (file: string, content: string) =>
  file.endsWith('.svg')
    ? `data:image/svg+xml,${encodeURIComponent(content)}`
    : `data:image/avif;base64,${content}`;
