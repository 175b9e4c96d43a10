// The sound of the wheel and its switch: on until it is switched off, and then off on this phone until it is switched
// on again (Requirement WHL-5). Draws nothing.
import { useEffect, useState } from 'react';
import { useApp } from '../../app/use-app.ts';
import { createWheelSound } from '../../wheel/sound.ts';

/** Its key in local storage: no part of the person, so Logout leaves it. */
const soundKey = 'inaam-sound';

export function useSound() {
  const { local } = useApp();
  const [isMuted, setIsMuted] = useState(() => local.getItem(soundKey) === 'off');
  const [sound] = useState(() => createWheelSound(isMuted));
  useEffect(() => () => sound.close(), [sound]);
  const toggle = () => {
    setIsMuted(!isMuted);
    sound.setMuted(!isMuted);
    local.setItem(soundKey, isMuted ? 'on' : 'off');
  };
  return { sound, isMuted, toggle };
}
