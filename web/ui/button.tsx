import type { ComponentProps, ReactNode } from 'react';
import './button.css';

type ButtonProps = ComponentProps<'button'> & {
  variant?: 'primary' | 'secondary' | 'quiet' | 'link';
  /** It keeps the focus, and says so to screen readers. */
  isDisabled?: boolean;
};

export function Button({
  variant = 'primary',
  type = 'button',
  className = '',
  isDisabled = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${variant} ${className}`}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? (event) => event.preventDefault() : onClick}
    />
  );
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
