import { expect, test } from 'vitest';
import { fixedRewardState } from './fixed-reward-state.ts';

test.each([
  [['Tamil Nadu'], 'Tamil Nadu', 'Tamil Nadu'],
  [['Tamil Nadu'], 'Kerala', 'Tamil Nadu'],
  [['Tamil Nadu'], null, 'Tamil Nadu'],
  [['Tamil Nadu', 'Goa'], 'Goa', 'Goa'],
  [['Tamil Nadu', 'Goa'], 'Kerala', undefined],
])(
  '[REW-1] with fixed rewards in %j, registered in %s, the named state is %s',
  (fixed, registered, named) => {
    expect(fixedRewardState(fixed, registered)).toBe(named);
  },
);
