// The head of a dialog that can be closed: its title and the button that does it.
import { CloseIcon } from './icons.tsx';
import { IconButton } from './icon-button.tsx';

type DialogHeaderProps = { title: string; close: string; onClose: () => void };

export function DialogHeader({ title, close, onClose }: DialogHeaderProps) {
  return (
    <div className="dialog-header">
      <h2>{title}</h2>
      <IconButton label={close} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
