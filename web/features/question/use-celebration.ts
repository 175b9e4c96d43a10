import { useEffect, useRef } from 'react';
import { useApp } from '../../app/use-app.ts';
import { isSoundOff } from '../../session/storage/notice-answer.ts';
import { vibrate } from '../../wheel/sound/haptics.ts';
import { createWheelSound, type WheelSound } from '../../wheel/sound/sound.ts';
import { openSpeaker } from '../../wheel/sound/speaker.ts';
import type { Stage } from './question.ts';

const cheer: readonly number[] = [16, 60, 22, 60, 30];

/**
 * The campaign's motif when the answer is right, unless the wheel's sound was turned off.
 * @returns a function to call within a press: browsers allow sound only there
 */
export function useCelebration(stage: Stage): () => void {
  const { campaign, local } = useApp();
  const { sounds } = campaign.theme.kit;
  const sound = useRef<WheelSound>(undefined);
  useEffect(() => {
    if (stage !== 'right' || sound.current === undefined) return;
    sound.current.celebrate('most');
    if (!isSoundOff(local)) vibrate(cheer);
  }, [stage, local]);
  useEffect(() => () => sound.current?.close(), []);
  return () => {
    sound.current ??= createWheelSound(isSoundOff(local), (onChange) =>
      openSpeaker(onChange, sounds),
    );
    sound.current.unlock();
  };
}
