import {
  Button,
  CopyButton,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type KeyboardEvent } from 'react';
import { mayCall, useConsole } from '@inaam/console/app/console-context.ts';
import { PageTitle } from '@inaam/console/app/layout/page-title.tsx';
import { QueryResult, useRefreshed } from '@inaam/console/app/query-result.tsx';
import { Dialog } from '@inaam/console/ui/dialog.tsx';
import { noBreak } from '@inaam/console/ui/format.ts';
import { SearchIcon } from '@inaam/console/ui/icons.tsx';
import { EmptyState } from '@inaam/console/ui/states.tsx';
import { daysCounted } from '../contract.ts';
import { matches, sorted, sorts, summaryOf, type CampaignRow, type Sort } from './campaign-list.ts';
import { CampaignTable } from './campaign-table.tsx';
import styles from './campaigns.module.css';

export function CampaignsPage() {
  const { call, session } = useConsole();
  const answer = useRefreshed(['campaigns'], () => call('readCampaigns', {}));
  const rows = answer.data?.campaigns;
  const isManager = session.campaigns.some(({ role }) => mayCall(role, 'pauseCampaign'));
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <PageTitle note={rows ? summaryOf(rows) : noBreak}>Campaigns</PageTitle>
        {isManager ? <NewCampaign /> : null}
      </Group>
      <QueryResult query={answer} what="the campaigns" heights={[40, 320]}>
        {({ campaigns }) => <CampaignList rows={campaigns} />}
      </QueryResult>
    </Stack>
  );
}

type Order = { readonly sort: Sort; readonly isReversed: boolean };

/** From the search down the rows, and back; Enter in the search opens the first. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: list } = event;
  const search = list.querySelector('input');
  const links = [...list.querySelectorAll<HTMLAnchorElement>('tbody a')];
  if (target === search && event.key === 'Enter') links[0]?.click();
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const places = [search, ...links];
  const at = places.findIndex((place) => place === target);
  if (way === undefined || at < 0) return;
  event.preventDefault();
  places[at + way]?.focus();
}

function CampaignList({ rows }: { readonly rows: readonly CampaignRow[] }) {
  const [term, setTerm] = useState('');
  const [order, setOrder] = useState<Order>({ sort: 'worst', isReversed: false });
  const { sort, isReversed } = order;
  const found = rows.filter(({ name }) => matches(name, term));
  const choose = (chosen: Sort) =>
    setOrder({ sort: chosen, isReversed: chosen === sort && !isReversed });
  return (
    <Stack gap="sm" onKeyDown={step}>
      <Group gap="sm" wrap="nowrap">
        <TextInput
          type="search"
          flex={1}
          maw="20rem"
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
          placeholder="Search campaigns"
          aria-label="Search campaigns"
          leftSection={<SearchIcon size={16} />}
        />
        <SortChoice sort={sort} choose={choose} />
      </Group>
      <Paper withBorder className={styles['list']}>
        {found.length === 0 ? (
          <EmptyState
            Icon={SearchIcon}
            title="No campaign has such a name."
            action={
              <Button variant="default" onClick={() => setTerm('')}>
                Show all
              </Button>
            }
          />
        ) : (
          <CampaignTable rows={sorted(found, sort, isReversed)} {...order} order={choose} />
        )}
      </Paper>
      <Text size="xs" c="dimmed">
        Visits, winners and rupees are of the last {daysCounted} days, with today so far. The bars
        are the visits of each day of two weeks.
      </Text>
    </Stack>
  );
}

const isSort = (name: string): name is Sort => Object.hasOwn(sorts, name);

/** Where there are no columns. */
function SortChoice({ sort, choose }: Pick<Order, 'sort'> & { choose: (sort: Sort) => void }) {
  return (
    <NativeSelect
      hiddenFrom="md"
      aria-label="Sort by"
      value={sort}
      data={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget: { value } }) => {
        if (isSort(value)) choose(value);
      }}
    />
  );
}

const command =
  'npx inaam campaign new coffee-2027 --name "Coffee Mornings" --promoter "Coffee Co"';

/** Files of a folder that the programs read at their start: the console cannot write them. */
function NewCampaign() {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" flex="none" onClick={dialog.open}>
        New campaign
      </Button>
      <Dialog isOpen={isOpen} title="New campaign" close={dialog.close}>
        <Stack gap="sm">
          <Text size="sm">
            An engineer begins it, where the programs run. This command writes its folder, with the
            amounts, words and pictures of a campaign that is there:
          </Text>
          <code className={styles['command']}>{command}</code>
          <Text size="sm">
            Then campaign add, with its id and --site, makes its settings, and npx inaam up starts
            its programs and this console again. From then on it is in this list, and its texts,
            dates and amounts are edited here until its draw is committed to.
          </Text>
          <Group justify="flex-end">
            <CopyButton value={command}>
              {({ copied, copy }) => (
                <Button onClick={copy}>{copied ? 'Copied' : 'Copy the command'}</Button>
              )}
            </CopyButton>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
