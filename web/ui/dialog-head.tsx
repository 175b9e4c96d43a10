// The head of a dialog that can be closed: its title and the button that does it.
import { CloseIcon } from './icons.tsx';
import { IconButton } from './icon-button.tsx';

type DialogHeadProps = { title: string; close: string; onClose: () => void };

export function DialogHead({ title, close, onClose }: DialogHeadProps) {
  return (
    <div className="dialog-head">
      <h2>{title}</h2>
      <IconButton label={close} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
