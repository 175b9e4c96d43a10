// The menu icon and the side menu.
import type { MenuWords } from '../../../words.ts';

export const menu: MenuWords = {
  open: 'Menu',
  close: 'Close',
  label: 'Help and information',
};
