// What the registration form holds and does: checks, sends, remembers. Draws nothing.
import { useState, type SubmitEvent } from 'react';
import type { Registration } from '../../api/calls.ts';
import { useApp, useWords } from '../../use-app.ts';
import { register } from './register.ts';
import {
  faultsOfForm,
  hasFaults,
  noFaults,
  type RegistrationFaults,
} from './registration-faults.ts';

const emptyForm: Registration = { name: '', mobile: '', state: '', isAgreed: false };

export function useRegistration() {
  const app = useApp();
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

  const send = async () => {
    const found = faultsOfForm(form, words);
    if (hasFaults(found)) return find(found);
    setIsSending(true);
    const refused = await register(app, form, words);
    // On success the code form takes this one's place.
    if (refused === undefined) return;
    setIsSending(false);
    find(refused);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send(); // Never rejects: what goes wrong is shown.
  };

  return { form, faults, findings, isSending, change, submit };
}
