import { CloseIcon } from './icons.tsx';
import { IconButton } from './icon-button.tsx';

type DialogHeaderProps = { title: string; closeLabel: string; onClose: () => void };

export function DialogHeader({ title, closeLabel, onClose }: DialogHeaderProps) {
  return (
    <div className="dialog-header">
      <h2>{title}</h2>
      <IconButton label={closeLabel} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
