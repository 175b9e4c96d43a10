import type { ReactNode } from 'react';
import { failureOf } from './calls/send-call.ts';
import { LoadingState } from '../ui/states.tsx';
import { FailureNotice } from './failure-notice.tsx';

type Props<T> = {
  readonly query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** For screen readers, before there is a result. */
  readonly fetching: string;
  /** Height of the placeholder, pixels. */
  readonly heights: readonly number[];
  readonly children: (data: T) => ReactNode;
};

/** Shows a query's result, and above it the failure of a later attempt. */
export function QueryResult<T>({ query, fetching, heights, children }: Props<T>) {
  const { data, error, isFetching } = query;
  return (
    <>
      {error ? (
        <FailureNotice
          failure={failureOf(error)}
          again={() => void query.refetch()}
          isTrying={isFetching}
          keepsOld={data !== undefined}
        />
      ) : null}
      {data === undefined ? null : children(data)}
      {data === undefined && !error ? <LoadingState fetching={fetching} heights={heights} /> : null}
    </>
  );
}
