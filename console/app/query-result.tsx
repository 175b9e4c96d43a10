import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pluginPanels } from '@inaam/plugins/console.ts';
import { mayCall, useConsole } from './console-context.ts';
import { LoadingState } from '../ui/states.tsx';
import { FailureNotice } from './failure-notice.tsx';

const refreshMs = 30_000;

/** A query that is repeated while the page is in sight. */
export const useRefreshed = <T,>(queryKey: readonly string[], queryFn: () => Promise<T>) =>
  useQuery({ queryKey, queryFn, refetchInterval: refreshMs, refetchOnWindowFocus: true });

type Props<T> = {
  readonly query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** That is loaded, with its article. */
  readonly what: string;
  /** Height of the placeholder, pixels. */
  readonly heights: readonly number[];
  readonly children: (data: T) => ReactNode;
};

/** Shows a query's result, and above it the failure of a later attempt. */
export function QueryResult<T>({ query, what, heights, children }: Props<T>) {
  const { data, error, isFetching } = query;
  return (
    <>
      <FailureNotice
        error={error}
        what={what}
        again={() => void query.refetch()}
        isTrying={isFetching}
        keepsOld={data !== undefined}
      />
      {data === undefined ? null : children(data)}
      {data === undefined && !error ? (
        <LoadingState fetching={`Loading ${what}.`} heights={heights} />
      ) : null}
    </>
  );
}

type LateProps<Module> = {
  readonly name: string;
  readonly load: () => Promise<Module>;
  /** That is loaded, with its article. */
  readonly what?: string;
  /** Of the placeholders, pixels. */
  readonly heights?: readonly number[];
  readonly children: (module: Module) => ReactNode;
};

/** A part of the console that is fetched once it is shown: it is large, or rarely needed. */
export function Late<Module>(props: LateProps<Module>) {
  const { name, load, what = 'this page', heights = [64, 320], children } = props;
  const part = useQuery({ queryKey: ['part', name], queryFn: load, staleTime: Infinity });
  return (
    <QueryResult query={part} what={what} heights={heights}>
      {children}
    </QueryResult>
  );
}

/** What plugins add to a page of the core. */
export function PagePanels({ page }: { readonly page: string }) {
  const { role } = useConsole().session.account;
  return pluginPanels
    .filter((panel) => panel.page === page && mayCall(role, panel.call))
    .map(({ call, load }) => (
      <Late key={call} name={call} load={load} what="this panel" heights={[120]}>
        {(Content) => <Content />}
      </Late>
    ));
}
