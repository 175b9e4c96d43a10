import { useState, useEffect, useEffectEvent } from 'react';
import type { Details } from '@inaam/contract/core-calls.ts';
import type { AppContext } from '../../app/app-context.ts';
import { useApp, useOnReturn } from '../../app/use-app.ts';
import { useForm } from '../../forms/use-form.ts';
import { validateDetails, backToProfile, saveDetails } from './save-details.ts';

export function useDetailsForm() {
  const app = useApp();
  const cities = useCities();
  // Visitors without a token may open the page (Spec 6), but fetching details would end the
  // session.
  const [isReady, setIsReady] = useState(() => app.session.getState().accessToken === null);
  const form = useForm<Details>({
    draft: 'details',
    initial: () => knownDetails(app),
    validate: validateDetails,
    send: (values) => saveDetails(app, values),
    goesOn: true,
  });
  const stored = useStoredDetails((fetched) => {
    const details = app.drafts.over('details', fetched);
    form.setValues(details);
    setIsReady(true);
    cities.fetchCities(details.state);
  });
  return {
    ...form,
    isReady,
    stored,
    cities,
    changeState: (state: string) => {
      form.change('state', { state, city: '' });
      cities.fetchCities(state);
    },
    leave: () => backToProfile(app),
  };
}

function knownDetails({ person, drafts }: AppContext): Details {
  const { name, state } = person.read();
  const known = { name: name ?? '', state: state ?? '', city: '', email: '', gender: '', age: '' };
  return drafts.over('details', known);
}

function useStoredDetails(onFetched: (details: Details) => void) {
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

function useCities() {
  const { calls, explain } = useApp();
  const [cities, setCities] = useState<readonly string[]>([]);
  const [failedState, setFailedState] = useState<string>();
  const fetchCities = (state: string) => {
    setCities([]);
    setFailedState(undefined);
    if (state === '') return;
    // The loader covers the form, so the state cannot change meanwhile.
    calls
      .cities(state)
      .then(setCities)
      .catch((error: unknown) => {
        setFailedState(state);
        explain(error);
      });
  };
  const retry = failedState === undefined ? undefined : () => fetchCities(failedState);
  useOnReturn(() => retry?.());
  return { cities, fetchCities, retry };
}
