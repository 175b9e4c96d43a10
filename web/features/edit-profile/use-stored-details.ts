import { useEffect, useEffectEvent, useState } from 'react';
import type { Details } from '../../api/calls.ts';
import { useApp, useOnReturn } from '../../app/use-app.ts';

export function useStoredDetails(onFetched: (details: Details) => void) {
  const { calls, session, explain } = useApp();
  const [hasFailed, setHasFailed] = useState(false);
  const fail = (error: unknown) => {
    setHasFailed(true);
    explain(error);
  };
  const fetchDetails = () => void calls.details().then(onFetched).catch(fail);
  const fetchOnOpen = useEffectEvent(fetchDetails);
  useEffect(() => {
    if (session.getState().accessToken !== null) fetchOnOpen();
  }, [session]);
  const retry = () => {
    setHasFailed(false);
    fetchDetails();
  };
  useOnReturn(() => {
    if (hasFailed) retry();
  });
  return { hasFailed, retry };
}
