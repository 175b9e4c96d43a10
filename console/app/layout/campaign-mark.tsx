import type { CSSProperties } from 'react';
import { initialOf, lineColor, markColors } from './campaign-colors.ts';
import styles from './layout.module.css';

/** Of what is drawn in it. */
export const lineOf = (color: string): CSSProperties & Record<'--campaign-line', string> => ({
  '--campaign-line': `light-dark(${lineColor(color, 'light')}, ${lineColor(color, 'dark')})`,
});

type MarkProps = { readonly name: string; readonly color: string; readonly isLarge?: boolean };

/** The initial of the campaign on its colour. Its name is beside it. */
export function CampaignMark({ name, color, isLarge = false }: MarkProps) {
  const { background, ink } = markColors(color);
  return (
    <span
      className={styles['mark']}
      data-large={isLarge || undefined}
      style={{ background, color: ink }}
      aria-hidden="true"
    >
      {initialOf(name)}
    </span>
  );
}
