import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { CharacterHeading } from '../../ui/character/character-heading.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../app/use-app.ts';

export function ErrorPopup({ message, onClose }: { message: string; onClose: () => void }) {
  const { errors, menu } = useWords();
  const id = useId();
  return (
    <Dialog label={errors.popupTitle} describedBy={id} onClose={onClose}>
      <CharacterHeading mood="console">
        <h2>{errors.popupTitle}</h2>
      </CharacterHeading>
      <p id={id}>{message}</p>
      <Button onClick={onClose}>{menu.close}</Button>
    </Dialog>
  );
}
