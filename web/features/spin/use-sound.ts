import { useEffect, useState } from 'react';
import { attempt } from '../../optional.ts';
import { isSoundOff, storeSoundOff } from '../../session/storage/stored-sound.ts';
import { useApp } from '../../app/use-app.ts';
import { createWheelSound } from '../../wheel/sound/sound.ts';
import { openSpeaker } from '../../wheel/sound/speaker.ts';

/** Once the wheel has drawn itself. */
const prepareAfterMs = 500;

export function useSound() {
  const { local, campaign } = useApp();
  const { sounds } = campaign.theme.kit;
  const [isMuted, setIsMuted] = useState(() => isSoundOff(local));
  const [sound] = useState(() =>
    createWheelSound(isMuted, (onChange) => openSpeaker(onChange, sounds)),
  );
  useEffect(() => {
    const timer = setTimeout(() => {
      // In a page that was never touched, or may not have been, a browser warns of it.
      if (attempt(() => navigator.userActivation.hasBeenActive, false)) sound.prepare();
    }, prepareAfterMs);
    return () => {
      clearTimeout(timer);
      sound.close();
    };
  }, [sound]);
  const toggle = () => {
    setIsMuted(!isMuted);
    sound.setMuted(!isMuted);
    storeSoundOff(local, !isMuted);
  };
  return { sound, isMuted, toggle };
}
