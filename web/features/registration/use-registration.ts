// What the registration form holds and does: checks, sends, remembers. Draws nothing.
import { tidyName } from '@inaam/contract/fields.ts';
import { useState, type SubmitEvent } from 'react';
import type { Registration } from '../../api/calls.ts';
import { rememberPerson } from '../../session/remembered-person.ts';
import { useApp, useWords } from '../../use-app.ts';
import {
  faultsOfForm,
  faultsOfRefusal,
  hasFaults,
  noFaults,
  type RegistrationFaults,
} from './registration-faults.ts';

const emptyForm: Registration = { name: '', mobile: '', state: '', isAgreed: false };

export function useRegistration() {
  const { calls, session, local, gate, report } = useApp();
  const words = useWords().home.faults;
  const [form, setForm] = useState(emptyForm);
  const [faults, setFaults] = useState(noFaults);
  const [findings, setFindings] = useState(0);
  const [isSending, setIsSending] = useState(false);

  const find = (found: RegistrationFaults) => {
    setFaults(found);
    setFindings((count) => count + 1);
  };

  const change = (part: Partial<Registration>, field: keyof RegistrationFaults) => {
    setForm((held) => ({ ...held, ...part }));
    setFaults((held) => ({ ...held, [field]: [], limit: [] }));
  };

  const register = async () => {
    const found = faultsOfForm(form, words);
    if (hasFaults(found)) return find(found);
    setIsSending(true);
    try {
      const person = { ...form, name: tidyName(form.name) };
      const { resendAfterSeconds } = await calls.register(person);
      const { name, mobile } = person;
      rememberPerson(local, person);
      session.setState(({ user }) => ({ user: { ...user, name, mobile } }));
      gate.store.setState({ pending: { resendAt: Date.now() + resendAfterSeconds * 1000 } });
    } catch (error) {
      setIsSending(false);
      report(error);
      find(faultsOfRefusal(error, words));
    }
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void register(); // Never rejects: what goes wrong is shown.
  };

  return { form, faults, findings, isSending, change, submit };
}
