import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryResult } from './query-result.tsx';

type Props<Module> = {
  readonly name: string;
  readonly load: () => Promise<Module>;
  /** That is loaded, with its article. */
  readonly what?: string;
  /** Of the placeholders, pixels. */
  readonly heights?: readonly number[];
  readonly children: (module: Module) => ReactNode;
};

/** A part of the console that is fetched once it is shown: it is large, or rarely needed. */
export function Late<Module>(props: Props<Module>) {
  const { name, load, what = 'this page', heights = [64, 320], children } = props;
  const part = useQuery({ queryKey: ['part', name], queryFn: load, staleTime: Infinity });
  return (
    <QueryResult query={part} what={what} heights={heights}>
      {children}
    </QueryResult>
  );
}
