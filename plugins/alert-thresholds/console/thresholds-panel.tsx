import { Anchor, Button, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { mayCall, useConsole } from '@inaam/console/app/console-context.ts';
import { QueryResult, useRefreshed } from '@inaam/console/app/query-result.tsx';
import { ReasonDialog, useAsked, type Ends } from '@inaam/console/app/reason-form.tsx';
import { Facts } from '@inaam/console/ui/facts.tsx';
import { NumberField } from '@inaam/console/ui/number-field.tsx';
import { Panel } from '@inaam/console/ui/panel.tsx';
import { faultsOf, names, ranges } from '../thresholds.rules.ts';

type Read = AnswerOf<'readThresholds'>;

export function ThresholdsPanel() {
  const { call, session } = useConsole();
  const answer = useRefreshed(['alerts', 'thresholds'], () => call('readThresholds', {}));
  const { asked, ask, ends } = useAsked<Read>('alerts', 'Thresholds');
  return (
    <Panel title="Thresholds">
      <Text size="sm">For the open alerts and the e-mails; Overview keeps its own limits.</Text>
      <QueryResult query={answer} what="the thresholds" heights={[160]}>
        {(read) => (
          <>
            <Facts facts={factsOf(read)} />
            {mayCall(session.account.role, 'saveThresholds') ? (
              <Button variant="default" w="fit-content" onClick={() => ask(read)}>
                Change thresholds
              </Button>
            ) : null}
          </>
        )}
      </QueryResult>
      {asked ? <ThresholdsDialog read={asked} {...ends} /> : null}
    </Panel>
  );
}

const shown = (value: number | null) => value ?? 'off';

const factsOf = ({ thresholds, defaults }: Read) =>
  names.map((name) => {
    const [own, usual] = [shown(thresholds[name]), shown(defaults[name])];
    return { label: ranges[name][0], value: own === usual ? own : `${own} (default ${usual})` };
  });

function ThresholdsDialog({ read, ...ends }: Ends & { readonly read: Read }) {
  const { version, thresholds, defaults } = read;
  const { call } = useConsole();
  const [entered, setEntered] = useState(thresholds);
  const faults = faultsOf(entered);
  const save = async (reason: string) =>
    (await call('saveThresholds', { version, thresholds: entered, reason })).message;
  return (
    <ReasonDialog
      title="Change thresholds"
      send={save}
      button="Save"
      isComplete={Object.keys(faults).length === 0}
      {...ends}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {names.map((name) => (
          <NumberField
            key={name}
            label={ranges[name][0]}
            description={`By default ${shown(defaults[name])}`}
            value={entered[name] ?? ''}
            change={(value) => setEntered({ ...entered, [name]: value === '' ? null : value })}
            error={faults[name]}
            digitsMax={3}
          />
        ))}
      </SimpleGrid>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        onClick={() => setEntered(defaults)}
      >
        As by default
      </Anchor>
    </ReasonDialog>
  );
}
