import { useRef } from 'react';
import {
  purchaseSlot,
  type PurchaseFieldProps,
  type PurchaseOptions,
} from '@inaam/web/app/app-context.ts';
import { useEntry, useMessageText, useWords } from '@inaam/web/app/use-app.ts';
import { serverMessage } from '@inaam/web/locale/message.ts';
import { Button } from '@inaam/web/ui/button.tsx';
import { FieldFrame } from '@inaam/web/ui/field.tsx';
import { useEditedText } from '@inaam/web/ui/use-edited-text.ts';
import { createPack, editPack, isOfPack, isPackTyped, packError } from './pack.ts';

purchaseSlot.open = ({ campaign, ...options }: PurchaseOptions) => {
  if (!campaign.packs) return undefined;
  const pack = createPack({ ...options, codes: campaign.packs.codes });
  const Field = (props: PurchaseFieldProps) => <PackField {...props} pack={pack} />;
  return { ...pack, Field };
};

type FieldProps = PurchaseFieldProps & { pack: ReturnType<typeof createPack> };

function PackField({ pack: { codes, linked }, value, onCode, errors }: FieldProps) {
  const { packs } = useWords();
  const text = useMessageText();
  const input = useRef<HTMLInputElement>(null);
  const edited = useEditedText(
    value,
    (edit) => editPack(edit, codes),
    ({ text: code }) => onCode(code),
  );
  const isLinked = value !== '' && value === linked;
  const refused = useEntry(({ arrival }) => arrival.refused);
  const early = isLinked || isPackTyped(value, codes) ? packError(value, codes) : undefined;
  const first =
    early ?? (isLinked && refused && isOfPack(refused) ? serverMessage(refused) : undefined);
  const shownErrors = errors.length === 0 && first !== undefined ? [text(first)] : errors;
  // A code that was refused can be corrected in its field.
  const isKept = isLinked && shownErrors.length === 0;
  return (
    <div className="field">
      <FieldFrame
        label={packs?.label ?? ''}
        hint={isKept ? undefined : packs?.hint}
        errors={shownErrors}
      >
        {(control) => (
          <input
            {...edited}
            {...control}
            ref={input}
            className="control"
            name="pack"
            readOnly={isKept}
            // Groups of Latin characters, in every language.
            dir="ltr"
            lang="en"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
          />
        )}
      </FieldFrame>
      {isKept && (
        <Button
          variant="link"
          onClick={() => {
            onCode('');
            input.current?.focus();
          }}
        >
          {packs?.change}
        </Button>
      )}
    </div>
  );
}
