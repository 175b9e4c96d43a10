// What the profile form holds and does: keeps what is typed, checks, saves. Draws nothing.
import { useRef, useState, type SubmitEvent } from 'react';
import type { Details } from '../../api/calls.ts';
import type { AppContext } from '../../app/create-app.ts';
import { readPerson } from '../../session/remembered-person.ts';
import { useApp, useOnReturn, useRetold, useWords } from '../../app/use-app.ts';
import { faultsOfForm, hasFaults, noFaults, type DetailsFaults } from './details-faults.ts';
import { useCities } from './use-cities.ts';
import { backToProfile, saveDetails } from './save-details.ts';
import { useFetched } from './use-fetched.ts';

export function useDetails() {
  const app = useApp();
  const words = useWords().editProfile;
  const [form, setForm] = useState<Details | null>(() => knownAtFirst(app));
  const { cities, hasFailed: hasNoCities, fetchCities } = useCities();
  const [faults, setFaults] = useState(noFaults);
  const [findings, setFindings] = useState(0);
  const isSent = useRef(false);

  const find = (found: DetailsFaults) => {
    setFaults(found);
    setFindings((count) => count + 1);
  };

  const change = (part: Partial<Details>, field: keyof Details) => {
    setForm((held) => held && { ...held, ...part });
    app.drafts.keep('details', part);
    setFaults((held) => ({ ...held, [field]: [], limit: [] }));
  };

  const show = (stored: Details) => {
    const details = app.drafts.over('details', stored);
    setForm(details);
    fetchCities(details.state);
  };
  const { hasFailed, fetchAgain } = useFetched(show);
  useOnReturn(() => {
    if (hasNoCities) fetchCities(form?.state ?? '');
  });

  const save = async (details: Details) => {
    const found = faultsOfForm(details, words.errors);
    if (hasFaults(found)) return find(found);
    // The loader lies over the form only after the next render: two taps may come in between.
    if (isSent.current) return;
    isSent.current = true;
    const refused = await saveDetails(app, details, words);
    isSent.current = false;
    if (refused !== undefined) find(refused);
  };

  return {
    form,
    hasFailed,
    cities,
    faults: useRetold(faults, 'editProfile'),
    findings,
    change,
    changeState: (state: string) => {
      change({ state, city: '' }, 'state');
      fetchCities(state);
    },
    fetchCitiesAgain: hasNoCities ? () => fetchCities(form?.state ?? '') : undefined,
    fetchAgain,
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (form !== null) void save(form); // Never rejects: what goes wrong is shown.
    },
    leave: () => backToProfile(app),
  };
}

/**
 * A visitor without a token may see the page (Spec 6) but has no details to fetch; the server would only end the
 * session over it. The form begins with what is remembered; saving asks, and is refused.
 */
function knownAtFirst({ session, local, drafts }: AppContext): Details | null {
  if (session.getState().accessToken !== null) return null;
  const { name, state } = readPerson(local);
  const known = { name: name ?? '', state: state ?? '', city: '', email: '', gender: '', age: '' };
  return drafts.over('details', known);
}
