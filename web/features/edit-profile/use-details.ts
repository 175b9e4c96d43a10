// What the profile form holds and does: fetches, checks, saves. Draws nothing.
import { tidyName } from '@inaam/contract/fields.ts';
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react';
import type { Details } from '../../api/calls.ts';
import type { AppParts } from '../../app-parts.ts';
import { pathOf, paths } from '../../session/paths.ts';
import { readPerson, rememberPerson } from '../../session/remembered-person.ts';
import { useApp, useWords } from '../../use-app.ts';
import {
  faultsOfForm,
  faultsOfRefusal,
  hasFaults,
  noFaults,
  type DetailsFaults,
} from './details-faults.ts';
import { useCities } from './use-cities.ts';

export function useDetails() {
  const app = useApp();
  const { calls, session, report, explain } = app;
  const words = useWords().editProfile;
  const [form, setForm] = useState<Details | null>(() => knownAtFirst(app));
  const [hasFailed, setHasFailed] = useState(false);
  const { cities, hasFailed: hasNoCities, fetchCities } = useCities();
  const [faults, setFaults] = useState(noFaults);
  const [findings, setFindings] = useState(0);

  const find = (found: DetailsFaults) => {
    setFaults(found);
    setFindings((count) => count + 1);
  };

  const change = (part: Partial<Details>, field: keyof Details) => {
    setForm((held) => held && { ...held, ...part });
    setFaults((held) => ({ ...held, [field]: [], limit: [] }));
  };

  const show = (details: Details) => {
    setForm(details);
    fetchCities(details.state);
  };
  const fail = (error: unknown) => {
    setHasFailed(true);
    explain(error);
  };
  const fetchDetails = () => void calls.details().then(show).catch(fail);
  const fetchAtFirst = useEffectEvent(fetchDetails);
  useEffect(() => {
    if (session.getState().accessToken !== null) fetchAtFirst();
  }, [session]);

  const save = async (details: Details) => {
    const found = faultsOfForm(details, words.faults);
    if (hasFaults(found)) return find(found);
    try {
      const name = tidyName(details.name);
      await calls.saveDetails({ ...details, name });
      rememberPerson(app.local, { name });
      const { email } = details;
      session.setState(({ user }) => ({ user: { ...user, name, email } }));
      app.notices.toast(words.saved);
      leave();
    } catch (error) {
      report(error);
      find(faultsOfRefusal(error, words.faults));
    }
  };

  /** Back to the profile, which is told again where it was opened from. */
  const leave = () => app.go(paths.profile, pathOf(app.origin() ?? ''));

  return {
    form,
    hasFailed,
    cities,
    faults,
    findings,
    change,
    changeState: (state: string) => {
      change({ state, city: '' }, 'state');
      fetchCities(state);
    },
    fetchCitiesAgain: hasNoCities ? () => fetchCities(form?.state ?? '') : undefined,
    fetchAgain: () => {
      setHasFailed(false);
      fetchDetails();
    },
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (form !== null) void save(form); // Never rejects: what goes wrong is shown.
    },
    leave,
  };
}

/**
 * A visitor without a token may see the page (Spec 6) but has no details to fetch; the server would only end the
 * session over it. The form begins with what is remembered; saving asks, and is refused.
 */
function knownAtFirst({ session, local }: AppParts): Details | null {
  if (session.getState().accessToken !== null) return null;
  const { name, state } = readPerson(local);
  return { name: name ?? '', state: state ?? '', city: '', email: '', gender: '', age: '' };
}
