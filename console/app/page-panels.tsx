import { pluginPanels } from '@inaam/plugins/console.ts';
import { mayCall, useConsole } from './console-context.ts';
import { Late } from './query-result.tsx';

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
