// Fetches the participant's details as the form comes, and again by a press or when the network is back. Draws nothing.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Details } from '../../api/calls.ts';
import { useApp, useOnReturn } from '../../app/use-app.ts';

/** @param show gets the details as the server has them. */
export function useFetched(show: (details: Details) => void) {
  const { calls, session, explain } = useApp();
  const [hasFailed, setHasFailed] = useState(false);
  const fail = (error: unknown) => {
    setHasFailed(true);
    explain(error);
  };
  const fetchDetails = () => void calls.details().then(show).catch(fail);
  const fetchAtFirst = useEffectEvent(fetchDetails);
  useEffect(() => {
    if (session.getState().accessToken !== null) fetchAtFirst();
  }, [session]);
  const fetchAgain = () => {
    setHasFailed(false);
    fetchDetails();
  };
  useOnReturn(() => {
    if (hasFailed) fetchAgain();
  });
  return { hasFailed, fetchAgain };
}
