import { lazy, Suspense, useSyncExternalStore } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { choiceSlot, type AppContext } from '@inaam/web/app/app-context.ts';
import { serverMessage } from '@inaam/web/locale/message.ts';

const Choice = lazy(async () => {
  const { Choice: component } = await import('./choice.tsx');
  return { default: component };
});

type Ticked = StoreApi<{ isTicked: boolean }>;

/** Kept while the page is open. */
const kept = new WeakMap<AppContext['session'], Ticked>();

choiceSlot.open = (app) => {
  if (!app.campaign.whatsapp) return undefined;
  const ticked = kept.get(app.session) ?? watched(app);
  kept.set(app.session, ticked);
  return {
    Field: () => <Field ticked={ticked} />,
    fields: () => (ticked.getState().isTicked ? { whatsapp: true } : {}),
  };
};

/** With each code that is sent for the tick, it is said where to look. */
function watched(app: AppContext): Ticked {
  const ticked: Ticked = createStore(() => ({ isTicked: false }));
  app.entry.store.subscribe(({ pending }, { pending: before }) => {
    if (!pending || pending.resendAt === before?.resendAt || !ticked.getState().isTicked) return;
    // Nobody waits for the sentence: without it the code comes all the same.
    void sayWhere(app).catch(() => undefined);
  });
  return ticked;
}

async function sayWhere({ locale, notices }: AppContext): Promise<void> {
  const { language } = locale.store.getState().campaign;
  // The words are in the same chunk as the box, which has been fetched.
  const { placeIn } = await import('./choice.tsx');
  const message = placeIn(language);
  notices.toast(serverMessage({ messageId: undefined, message, language }));
}

const neverChanges = () => () => undefined;

/** Not in the first paint, where each tick of the form is that of the terms. */
function Field({ ticked }: { ticked: Ticked }) {
  const isInApp = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  if (!isInApp) return null;
  return (
    <Suspense>
      <Choice ticked={ticked} />
    </Suspense>
  );
}
