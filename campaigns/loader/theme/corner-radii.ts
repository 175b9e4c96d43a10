import type { Kit } from '../../public/kit.ts';

/** CSS radii: one value, or those of the upper left and lower right corner, and of the others. */
type Radii = Record<'card' | 'large' | 'button' | 'field' | 'badge', string>;

export const cornerRadii: Readonly<Record<Kit['corners'], Radii>> = {
  round: { card: '20px', large: '24px', button: '16px', field: '12px', badge: '50%' },
  leaf: {
    card: '30px 5px',
    large: '40px 6px',
    button: '24px 5px',
    field: '14px 3px',
    badge: '50% 14%',
  },
  square: { card: '3px', large: '4px', button: '3px', field: '2px', badge: '18%' },
};
