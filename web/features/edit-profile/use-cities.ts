import { useState } from 'react';
import { useApp, useOnReturn } from '../../app/use-app.ts';

export function useCities() {
  const { calls, explain } = useApp();
  const [cities, setCities] = useState<readonly string[]>([]);
  const [failedState, setFailedState] = useState<string>();
  const fetchCities = (state: string) => {
    setCities([]);
    setFailedState(undefined);
    if (state === '') return;
    // The loader covers the form, so no other state can be selected meanwhile.
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
