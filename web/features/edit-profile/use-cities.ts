// The cities of a state, fetched each time a state is chosen (Requirement EDP-3).
import { useState } from 'react';
import { useApp } from '../../app/use-app.ts';

export function useCities() {
  const { calls, explain } = useApp();
  const [cities, setCities] = useState<readonly string[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  const fetchCities = (state: string) => {
    setCities([]);
    setHasFailed(false);
    if (state === '') return;
    const fail = (error: unknown) => {
      setHasFailed(true);
      explain(error);
    };
    // The loader lies over the form meanwhile: no second state is chosen before the first one's cities are here.
    calls.cities(state).then(setCities).catch(fail);
  };
  return { cities, hasFailed, fetchCities };
}
