import { exotel } from './exotel.ts';
import { gupshup } from './gupshup.ts';
import { kannel } from './kannel.ts';
import { msg91 } from './msg91.ts';
import type { Preset } from './preset.ts';

export const presetNames = ['msg91', 'gupshup', 'exotel', 'kannel'] as const;

export const presets: Readonly<Record<(typeof presetNames)[number], Preset>> = {
  msg91,
  gupshup,
  exotel,
  kannel,
};
