import { Text } from '@mantine/core';
import type { CorrectionEdit } from '../contract.ts';
import styles from './corrections.module.css';
import { isDrawing, languageOf, placeInWords } from './correction-words.ts';

/** Before and after, side by side. */
export function Sides({ edits }: { readonly edits: readonly CorrectionEdit[] }) {
  return edits.map((edit) => (
    <div key={placeInWords(edit)}>
      <Text size="sm" fw={600}>
        {placeInWords(edit)}
      </Text>
      <div className={styles['sides']}>
        <Side edit={edit} side="before" />
        <Side edit={edit} side="after" />
      </div>
    </div>
  ));
}

type SideProps = { readonly edit: CorrectionEdit; readonly side: 'before' | 'after' };
const names = { before: 'Before', after: 'After' } as const;

function Side({ edit, side }: SideProps) {
  const { file, [side]: value } = edit;
  return (
    <div className={`${styles['side']} ${side === 'after' ? styles['after'] : ''}`}>
      <Text size="xs" c="dimmed">
        {names[side]}
      </Text>
      {isDrawing(file) ? (
        <img
          className={styles['picture']}
          src={drawingAddress(value)}
          alt={`${placeInWords(edit)}, ${side}`}
        />
      ) : (
        <Text size="sm" lang={languageOf(file)} dir="auto">
          {value}
        </Text>
      )}
    </div>
  );
}

export const drawingAddress = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(svg)}`;
