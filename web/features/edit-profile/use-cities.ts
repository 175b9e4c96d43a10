// The cities of a state, fetched each time a state is chosen (Requirement EDP-3).
import { useState } from 'react';
import { useApp } from '../../use-app.ts';

export function useCities() {
  const { calls, report } = useApp();
  const [cities, setCities] = useState<readonly string[]>([]);
  const fetchCities = (state: string) => {
    setCities([]);
    // The loader lies over the form meanwhile: no second state is chosen before the first one's cities are here.
    if (state !== '') calls.cities(state).then(setCities).catch(report);
  };
  return { cities, fetchCities };
}
