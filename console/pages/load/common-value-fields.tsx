import { DateInput } from '@mantine/dates';
import { NumberField } from '../../ui/number-field.tsx';
import { noColumn, type Choice } from './reading-choice.ts';

type Props = {
  readonly choice: Choice;
  readonly choose: (part: Partial<Choice>) => void;
  readonly fault: string | undefined;
};

/** What all codes have in common and no column says. */
export function CommonValueFields({ choice, choose, fault }: Props) {
  return (
    <>
      {choice.amount === noColumn ? (
        <NumberField
          label="Rupees of all"
          value={choice.amountOfAll}
          change={(amountOfAll) => choose({ amountOfAll })}
          digitsMax={6}
          error={fault}
          required
        />
      ) : null}
      {choice.expiry === noColumn ? (
        <DateInput
          label="Last day of all"
          description="Empty: they never expire."
          value={choice.expiryOfAll}
          onChange={(expiryOfAll) => choose({ expiryOfAll })}
          valueFormat="D MMM YYYY"
          clearable
        />
      ) : null}
    </>
  );
}
