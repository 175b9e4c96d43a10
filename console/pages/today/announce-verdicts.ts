import { useEffect, useRef } from 'react';
import { useAnnounce } from '../../ui/announcer.tsx';
import type { Today } from './today-answer.ts';

/** Announces changed verdicts, but not figures that merely grow. */
export function useAnnouncedVerdicts(verdicts: Today['verdicts'] | undefined): void {
  const announce = useAnnounce();
  const levels = verdicts?.map(({ level }) => level).join(' ');
  const text = verdicts?.map(({ text }) => text).join(' ');
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (levels === undefined || text === undefined) return;
    if (known.current !== undefined && known.current !== levels) announce(text);
    known.current = levels;
  }, [announce, levels, text]);
}
