// A button that is a picture: its name is for assistive technology and the tooltip.
import type { ReactNode } from 'react';
import './icon-button.css';

type IconButtonProps = {
  label: string;
  /** Of a switch: whether what it is named for is the case. */
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
};

export function IconButton({ label, isPressed, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
