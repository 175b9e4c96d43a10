import { useStore } from 'zustand/react';
import type { StoreApi } from 'zustand/vanilla';
import { useApp } from '@inaam/web/app/use-app.ts';
import { CheckBox } from '@inaam/web/ui/field.tsx';
import { choiceWords } from './words.ts';

export function Choice({ ticked }: { ticked: StoreApi<{ isTicked: boolean }> }) {
  const { language } = useApp().campaign;
  const { isTicked } = useStore(ticked);
  const words = choiceWords(language);
  return (
    <div>
      <CheckBox
        name="whatsapp"
        isChecked={isTicked}
        onCheck={(isChecked) => ticked.setState({ isTicked: isChecked })}
      >
        {words.choose}
      </CheckBox>
      <p className="field-hint">{words.hint}</p>
    </div>
  );
}

/** Where to look for a code. */
export const placeIn = (language: string): string => choiceWords(language).look;
