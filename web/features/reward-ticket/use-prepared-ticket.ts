import { useEffect } from 'react';
import { useApp } from '../../app/use-app.ts';
import { celebrationOf } from '../../wheel/sound/celebration.ts';
import { engravingPath } from './engraving.ts';

/** Once the wheel has drawn itself. */
const prepareAfterMs = 600;

/** Computes before the press what would delay the reward's screen. */
export function usePreparedTicket(): void {
  const { outcomes, theme } = useApp().campaign;
  const { engraving } = theme.kit.ticket;
  useEffect(() => {
    const amounts = outcomes.map(({ amount }) => amount);
    const timer = setTimeout(() => {
      for (const amount of amounts) engravingPath(engraving, celebrationOf(amount, amounts));
    }, prepareAfterMs);
    return () => clearTimeout(timer);
  }, [outcomes, engraving]);
}
