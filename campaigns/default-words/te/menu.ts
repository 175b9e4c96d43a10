import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'మెనూ',
  close: 'మూసేయండి',
  label: 'సహాయం, సమాచారం',
  language: 'భాష',
};
