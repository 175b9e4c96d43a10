import type { ComponentProps, ReactNode } from 'react';
import './button.css';

type ButtonProps = ComponentProps<'button'> & {
  variant?: 'primary' | 'secondary' | 'quiet' | 'link';
};

export function Button({
  variant = 'primary',
  type = 'button',
  className = '',
  ...rest
}: ButtonProps) {
  return <button {...rest} type={type} className={`button button-${variant} ${className}`} />;
}

type IconButtonProps = {
  label: string;
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
