// A sheen that follows the finger, the mouse or the phone's tilt. Never asks for a permission:
// where the tilt needs one, there is none.
import { useEffect, type RefObject } from 'react';
import { attempt, prefersReducedMotion } from '../../optional.ts';

/** Degrees by which a phone is tilted for the whole sheen. */
const tiltMax = 28;

export function useTilt(ticket: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ticket.current;
    if (!element || prefersReducedMotion()) return undefined;
    let frame = 0;
    const show = (x: number, y: number): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        element.dataset['tilted'] = '';
        element.style.setProperty('--tilt-x', clamped(x).toFixed(3));
        element.style.setProperty('--tilt-y', clamped(y).toFixed(3));
      });
    };
    const rest = (): void => {
      cancelAnimationFrame(frame);
      delete element.dataset['tilted'];
    };
    const onPointer = ({ clientX, clientY }: PointerEvent): void => {
      const { left, top, width, height } = element.getBoundingClientRect();
      show((2 * (clientX - left)) / width - 1, (2 * (clientY - top)) / height - 1);
    };
    let level: number | undefined;
    const onTilt = ({ beta, gamma }: DeviceOrientationEvent): void => {
      if (beta === null || gamma === null) return;
      // As the phone is held at first.
      level ??= beta;
      show(gamma / tiltMax, (beta - level) / tiltMax);
    };
    const canTilt = attempt(() => !('requestPermission' in DeviceOrientationEvent), false);
    element.addEventListener('pointermove', onPointer);
    element.addEventListener('pointerleave', rest);
    if (canTilt) addEventListener('deviceorientation', onTilt);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('pointermove', onPointer);
      element.removeEventListener('pointerleave', rest);
      removeEventListener('deviceorientation', onTilt);
    };
  }, [ticket]);
}

const clamped = (share: number): number => Math.max(-1, Math.min(1, share));
