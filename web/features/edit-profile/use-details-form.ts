import { useState } from 'react';
import type { Details } from '../../api/calls.ts';
import type { AppContext } from '../../app/app-context.ts';
import { useApp } from '../../app/use-app.ts';
import { useForm } from '../../forms/use-form.ts';
import { readRegistration } from '../../session/storage/stored-registration.ts';
import { validateDetails } from './details-errors.ts';
import { backToProfile, saveDetails } from './save-details.ts';
import { useCities } from './use-cities.ts';
import { useStoredDetails } from './use-stored-details.ts';

export function useDetailsForm() {
  const app = useApp();
  const cities = useCities();
  // A visitor without a token may open the page (Spec 6), but fetching details would end the
  // session.
  const [isReady, setIsReady] = useState(() => app.session.getState().accessToken === null);
  const form = useForm<Details>({
    draft: 'details',
    initial: () => knownDetails(app),
    validate: validateDetails,
    send: (values) => saveDetails(app, values),
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

function knownDetails({ local, drafts }: AppContext): Details {
  const { name, state } = readRegistration(local);
  const known = { name: name ?? '', state: state ?? '', city: '', email: '', gender: '', age: '' };
  return drafts.over('details', known);
}
