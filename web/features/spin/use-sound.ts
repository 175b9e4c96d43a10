import { useEffect, useState } from 'react';
import { useApp } from '../../app/use-app.ts';
import { createWheelSound } from '../../wheel/sound.ts';

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
