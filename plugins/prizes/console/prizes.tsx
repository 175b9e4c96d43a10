import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { CampaignEditing } from '@inaam/console/app/console-context.ts';
import { formatRupees } from '@inaam/console/ui/format.ts';
import { NumberField } from '@inaam/console/ui/number-field.tsx';
import { addAmount, amountsMax, changeAmount, outcomesOf, removeAmount } from './amounts.rules.ts';
import { prizeGroups } from './parts.ts';

type Props = { readonly editing: CampaignEditing };

export function Prizes({ editing }: Props) {
  const { Fields, valueAt } = editing;
  return (
    <Stack gap="md">
      <Amounts editing={editing} />
      {prizeGroups(valueAt).map(({ heading, fields }) => (
        <div key={heading}>
          <Title order={3} size="h5" mb="xs">
            {heading}
          </Title>
          <Fields editing={editing} fields={fields} />
        </div>
      ))}
      <Text size="sm" c="dimmed">
        A state’s fixed reward is added in rewards.json.
      </Text>
    </Stack>
  );
}

function Amounts({ editing }: Props) {
  const { mayEdit, set, valueAt } = editing;
  const [added, setAdded] = useState<number | ''>('');
  const amounts = outcomesOf(valueAt).map(({ amount }) => amount);
  const isNew = added !== '' && added > 0 && !amounts.includes(added);
  return (
    <div>
      <Title order={3} size="h5">
        Rewards of the wheel
      </Title>
      <Text size="sm" mb="xs">
        Each amount has a segment, a colour, its cards in the deck and an SMS. One that is added or
        changed needs its own registered SMS.
      </Text>
      <Stack gap="xs">
        {amounts.map((amount) => (
          <Group key={amount} gap="xs">
            <Amount {...{ editing, amount, amounts }} />
            {mayEdit && amounts.length > 1 ? (
              <Button
                variant="subtle"
                aria-label={`Remove ${formatRupees(amount)}`}
                onClick={() => set(removeAmount(valueAt, amount))}
              >
                Remove
              </Button>
            ) : null}
          </Group>
        ))}
        {mayEdit && amounts.length < amountsMax ? (
          <Group gap="xs">
            <NumberField
              aria-label="Another amount (₹)"
              placeholder="Another amount"
              value={added}
              change={setAdded}
              digitsMax={6}
              leftSection="₹"
              w={160}
            />
            <Button
              variant="default"
              disabled={!isNew}
              onClick={() => {
                set(addAmount(valueAt, Number(added)));
                setAdded('');
              }}
            >
              Add
            </Button>
          </Group>
        ) : null}
      </Stack>
    </div>
  );
}

type AmountProps = Props & { readonly amount: number; readonly amounts: readonly number[] };

/** Taken once it is left, because each amount has its cards in the deck. */
function Amount({ editing: { mayEdit, set, valueAt }, amount, amounts }: AmountProps) {
  const [typed, setTyped] = useState<number | ''>(amount);
  return (
    <NumberField
      aria-label={`Reward of ${formatRupees(amount)}`}
      value={typed}
      change={setTyped}
      digitsMax={6}
      readOnly={!mayEdit}
      leftSection="₹"
      w={160}
      onBlurCapture={() => {
        if (typed === '' || typed === 0 || amounts.includes(typed)) setTyped(amount);
        else set(changeAmount(valueAt, amount, typed));
      }}
    />
  );
}
