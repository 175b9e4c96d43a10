// A button that is a picture: its name is for assistive technology and the tooltip.
import type { ReactNode } from 'react';
import './icon-button.css';

type IconButtonProps = { label: string; onClick: () => void; children: ReactNode };

export function IconButton({ label, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
